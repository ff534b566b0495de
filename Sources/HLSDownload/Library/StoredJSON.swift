internal import Foundation

/// Values in the library's columns of text.
enum StoredJSON {
    // Made once: a session writes thousands of rows. Nobody changes their settings later.
    private static let decoder = JSONDecoder()
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
        try decoder.decode(type, from: Data(text.utf8))
    }
}
