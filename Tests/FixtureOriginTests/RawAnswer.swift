/// An HTTP answer as it came over the wire.
struct RawAnswer: Sendable {
    var status: Int
    /// In the order of arrival, as they were spelled.
    var fields: [(name: String, value: String)]
    /// Of status line and fields, with the empty line that ends them.
    var headBytes = 0
    /// Without chunk framing.
    var body: [UInt8]
    /// How the connection ended before the body did.
    var ending: RawConnection.Ending

    subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var names: [String] { fields.map(\.name) }
}

extension RawConnection {
    /// Sends a request and reads the answer to it.
    func request(
        _ method: String = "GET", _ path: String, _ headers: [(String, String)] = []
    ) async throws -> RawAnswer {
        try await send(Self.text(method, path, headers))
        return try await answer(hasBody: method != "HEAD")
    }

    static func text(_ method: String, _ path: String, _ headers: [(String, String)]) -> String {
        let fields = ([("Host", "localhost")] + headers).map { "\($0): \($1)\r\n" }
        return "\(method) \(path) HTTP/1.1\r\n\(fields.joined())\r\n"
    }

    /// Reads one answer, byte for byte, and nothing behind it.
    func answer(hasBody: Bool = true) async throws -> RawAnswer {
        var answer = try await head()
        guard hasBody, answer.status != 304, answer.status != 204 else { return answer }
        if let length = answer["content-length"].flatMap(Int.init) {
            (answer.body, answer.ending) = try await read(length)
        } else if answer["transfer-encoding"] == "chunked" {
            try await readChunks(into: &answer)
        }
        return answer
    }

    func head() async throws -> RawAnswer {
        let (lines, ending) = try await line(until: "\r\n\r\n")
        let fields = lines.split(separator: "\r\n")
        guard ending == .open, let status = fields.first?.split(separator: " ").dropFirst().first
        else { return RawAnswer(status: 0, fields: [], body: [], ending: ending) }
        return RawAnswer(
            status: Int(status) ?? 0,
            fields: fields.dropFirst().map { field in
                let parts = field.split(separator: ": ", maxSplits: 1)
                return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            },
            headBytes: lines.utf8.count, body: [], ending: .open)
    }

    private func readChunks(into answer: inout RawAnswer) async throws {
        while true {
            // "\r\n" is one character.
            let (size, ending) = try await line(until: "\r\n")
            answer.ending = ending
            guard ending == .open, let length = Int(size.dropLast(), radix: 16) else { return }
            let (bytes, end) = try await read(length)
            answer.body += bytes
            answer.ending = end
            guard end == .open else { return }
            _ = try await read(2)
            if length == 0 { return }
        }
    }

    private func line(until mark: String) async throws -> (String, Ending) {
        var text: [UInt8] = []
        while !text.suffix(mark.utf8.count).elementsEqual(mark.utf8) {
            let (byte, ending) = try await read(1)
            guard ending == .open else { return (String(decoding: text, as: UTF8.self), ending) }
            text += byte
        }
        return (String(decoding: text, as: UTF8.self), .open)
    }
}
