/// A host and a port, as a command line has them.
package struct Endpoint: Sendable, Hashable {
    package var host: String
    package var port: Int

    /// `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or a port alone, of 127.0.0.1.
    init(_ text: String, option: String) throws(LabError) {
        let colon = text.lastIndex(of: ":")
        var host = colon.map { String(text[..<$0]) } ?? "127.0.0.1"
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let digits = colon.map { text[text.index(after: $0)...] } ?? text[...]
        guard !host.isEmpty, let port = Int(digits), (0...65_535).contains(port) else {
            throw LabError(
                .usage, "\(option) is '\(text)', not a host and a port as in 127.0.0.1:8080")
        }
        self.host = host
        self.port = port
    }
}
