/// What a client asked an origin for, as far as the answer depends on it.
package struct OriginRequest: Sendable, Hashable {
    /// As sent, `GET` for example.
    package var method: String
    /// Percent-decoded, starts with `/`.
    package var path: String
    /// What follows `?`, as sent; nil without one.
    package var query: String?
    /// Lower-case names; the values of a repeated field in the order of arrival.
    package var headers: [String: [String]]

    package init(
        method: String = "GET", path: String, query: String? = nil,
        headers: [String: [String]] = [:]
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Reads a request target in origin form (RFC 9112, 3.2.1).
    ///
    /// A path whose percent-encoding is broken or is not UTF-8 stays as it was sent, so it names
    /// no resource. Dot segments are not resolved, for the same reason.
    package init(method: String, target: String, headers: [String: [String]]) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts.first ?? "")
        self.init(
            method: method, path: Self.percentDecoded(path) ?? path,
            query: parts.count > 1 ? String(parts[1]) : nil, headers: headers)
    }

    /// The value of a field, its lines joined as RFC 9110, 5.2 says; nil without the field.
    package func header(_ name: String) -> String? {
        headers[name].map { $0.joined(separator: ", ") }
    }

    static func percentDecoded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit),
                let low = rest.popFirst().flatMap(hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
