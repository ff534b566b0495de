internal import HLSPlaylist

/// What a download tells a server about who asks: the header fields that it was given, credentials
/// and cookies, each to whom it is for and to nobody else, redirects or not.
package struct RequestFields: Sendable {
    private let headers: [HeaderField]
    private let isForAllOrigins: Bool
    private let origin: Origin?
    /// Value of the Authorization field.
    private let authorization: String?
    private var cookies = CookieJar()

    /// - Parameters:
    ///   - address: the URL that the download begins with.
    package init(_ address: CredentialedURL, _ options: DownloadOptions) {
        headers = options.headers
        isForAllOrigins = options.headersForAllOrigins
        origin = Origin(of: address.url)
        authorization = address.authorization
    }

    /// Names and values for a request, in order. No name is there twice, but for those that were
    /// given twice.
    package func fields(for url: String, at now: Duration) -> [(name: String, value: String)] {
        // Most downloads have nothing to tell, and ask for thousands of parts.
        guard !(headers.isEmpty && authorization == nil && cookies.count == 0) else { return [] }
        let isOurs = origin != nil && Origin(of: url) == origin
        var fields: [(name: String, value: String)] = []
        if isOurs || isForAllOrigins {
            fields = headers.map { ($0.name, $0.value) }
        }
        func has(_ name: String) -> Bool { fields.contains { $0.name.lowercased() == name } }
        if isOurs, let authorization, !has("authorization") {
            fields.append(("Authorization", authorization))
        }
        if let cookies = cookies.field(for: url, at: now) {
            if let own = fields.firstIndex(where: { $0.name.lowercased() == "cookie" }) {
                fields[own].value += "; " + cookies
            } else {
                fields.append(("Cookie", cookies))
            }
        }
        return fields
    }

    /// Remembers the cookies of a response.
    /// - Parameters:
    ///   - cookies: values of its Set-Cookie fields.
    ///   - date: value of its Date field.
    package mutating func learn(
        _ cookies: [String], from url: String, date: String?, at now: Duration
    ) {
        for cookie in cookies { self.cookies.set(cookie, from: url, date: date, at: now) }
    }
}

/// A URL without the user's name and password, and what they are for.
package struct CredentialedURL: Sendable, Hashable {
    /// Nothing of it is secret.
    package let url: String
    /// Value of an Authorization field (RFC 7617); nil: the URL named no user.
    let authorization: String?

    package init(_ text: String) {
        guard let slashes = text.firstRange(of: "//") else {
            url = text
            authorization = nil
            return
        }
        let end = text[slashes.upperBound...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let at = text[slashes.upperBound..<end].lastIndex(of: "@") else {
            url = text
            authorization = nil
            return
        }
        let user = text[slashes.upperBound..<at]
        url = String(text[..<slashes.upperBound] + text[text.index(after: at)...])
        let credentials = user.contains(":") ? String(user) : user + ":"
        authorization = "Basic " + Base64.encode(PercentEncoding.decode(credentials))
    }
}

extension CredentialedURL: CustomStringConvertible {
    package var description: String { url }
}

/// RFC 4648, section 4.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = 0
            for byte in group { bits = bits << 8 | Int(byte) }
            bits <<= 8 * (3 - group.count)
            for place in 0..<4 {
                let digit = alphabet[bits >> (18 - 6 * place) & 63]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

enum PercentEncoding {
    static func decode(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(
                    String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }
}
