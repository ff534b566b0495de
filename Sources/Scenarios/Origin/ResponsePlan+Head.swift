extension ResponsePlan {
    /// Bytes of the answer's head as the fixture origin sends it over HTTP/1.1 on a connection that
    /// stays open: status line, fields, Date, and Content-Length or Transfer-Encoding.
    package var headBytes: Int {
        var bytes = "HTTP/1.1 200 \(reasonPhrase)\r\n".utf8.count
        for header in headers {
            switch header.value {
            case .text(let text): bytes += Self.line(header.name, text.utf8.count)
            case .date: bytes += Self.line(header.name, HTTPDate.textBytes)
            }
        }
        bytes += Self.line("Date", HTTPDate.textBytes)
        if let declaredLength {
            bytes += Self.line("Content-Length", String(declaredLength).utf8.count)
        } else if isChunked {
            bytes += Self.line("transfer-encoding", "chunked".utf8.count)
        }
        return bytes + "\r\n".utf8.count
    }

    /// Without a declared length a body goes out in chunks.
    package var isChunked: Bool { body != .none && declaredLength == nil }

    private static func line(_ name: String, _ valueBytes: Int) -> Int {
        name.utf8.count + ": ".utf8.count + valueBytes + "\r\n".utf8.count
    }

    /// What follows the status in the head's first line, as SwiftNIO names it.
    private var reasonPhrase: String { Self.reasonPhrases[status] ?? "" }

    private static let reasonPhrases = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
        410: "Gone", 412: "Precondition Failed", 416: "Range Not Satisfiable",
        421: "Misdirected Request", 429: "Too Many Requests",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
