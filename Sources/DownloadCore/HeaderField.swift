/// A header field that a download sends with its requests.
package struct HeaderField: Sendable, Hashable, Codable {
    package let name: String
    package let value: String

    /// Why a text makes no field.
    package enum Fault: Error, Sendable, Hashable {
        case name(String)
        /// Of the field with this name.
        case value(String)
        /// The engine sets this field itself.
        case reserved(String)
    }

    /// Fields that say what the engine decides: how bodies arrive and what is asked for.
    private static let reserved = [
        "accept-encoding", "connection", "content-length", "expect", "host", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "keep-alive",
        "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// - Throws: ``Fault`` when the name is no token (RFC 9110, section 5.6.2), when the value has a
    ///   line end or another control character, or when the field is not for others to set.
    package init(name: String, value: String) throws(Fault) {
        guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(\.isTokenByte) else {
            throw .name(name)
        }
        guard value.utf8.count <= 16_384, value.utf8.allSatisfy(\.isFieldByte) else {
            throw .value(name)
        }
        guard !Self.reserved.contains(name.lowercased()) else { throw .reserved(name) }
        self.name = name
        self.value = value.trimmed
    }

    /// - Parameter line: `Name: value`.
    package init(parsing line: String) throws(Fault) {
        guard let colon = line.firstIndex(of: ":") else { throw .name(line) }
        try self.init(
            name: String(line[..<colon]), value: String(line[line.index(after: colon)...]))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            name: container.decode(String.self, forKey: .name),
            value: container.decode(String.self, forKey: .value))
    }
}

extension HeaderField: CustomStringConvertible {
    /// The name alone: the value may be a secret.
    package var description: String { "\(name): (not shown)" }
}

extension HeaderField.Fault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .name(let name):
            "'\(name.prefix(40))' is no name of a header field; write it as 'Name: value'"
        case .value(let name):
            "the value of the header field '\(name)' is too long or has a control character"
        case .reserved(let name):
            "the header field '\(name)' is set by the engine itself; leave it out"
        }
    }
}

extension UInt8 {
    fileprivate var isTokenByte: Bool {
        (self | 0x20) &- 97 < 26 || self &- 48 < 10 || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
