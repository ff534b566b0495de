/// Learns what JSON a type reads by letting it read: notes every key that it asks for, whether it can do
/// without, and of what type the value is.
///
/// A list is read with one element. A type with cases of text has to be `CaseIterable`, and a mapping
/// by free keys a `Dictionary` by `String`.
struct SchemaRecorder: Decoder {
    /// What was noted of one value.
    private final class Note {
        var schema: SchemaValue?
        var properties: [String: SchemaValue] = [:]
        var required: [String] = []
        var isObject = false
        /// The key that it was asked for whether there is a value: it can do without.
        var asked: String?

        var result: SchemaValue {
            guard isObject else { return schema ?? .object([:]) }
            return .type(
                "object",
                [
                    "additionalProperties": .boolean(false), "properties": .object(properties),
                    "required": .list(required.sorted().map { .text($0) }),
                ])
        }
    }

    private let note = Note()
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func schema(of type: any Decodable.Type) throws -> SchemaValue {
        try value(of: type).schema
    }

    /// The schema of a type, and a value of it.
    private static func value<Value: Decodable>(
        of type: Value.Type
    ) throws -> (value: Value, schema: SchemaValue) {
        if let words = type as? any (CaseIterable & RawRepresentable).Type,
            let (first, names) = Self.words(of: words), let value = first as? Value
        {
            return (value, .words(names))
        }
        if let mapping = type as? any SchemaMapping.Type, let value = mapping.empty as? Value {
            let inner = try schema(of: mapping.value)
            return (value, .type("object", ["additionalProperties": inner]))
        }
        let recorder = SchemaRecorder()
        let value = try type.init(from: recorder)
        return (value, recorder.note.result)
    }

    /// The cases of a type that is text, and the first of them.
    private static func words<Words: CaseIterable & RawRepresentable>(
        of type: Words.Type
    ) -> (first: Any, names: [String])? {
        let names = type.allCases.compactMap { $0.rawValue as? String }
        guard let first = type.allCases.first, names.count == type.allCases.count else {
            return nil
        }
        return (first, names)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        note.isObject = true
        return KeyedDecodingContainer(Keyed(note: note))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(note: note) }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(note: note) }

    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let note: Note
        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { [] }

        func contains(_ key: Key) -> Bool {
            note.asked = key.stringValue
            return true
        }
        func decodeNil(forKey key: Key) -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            if note.asked != key.stringValue { note.required.append(key.stringValue) }
            return try take(type, key)
        }

        func decodeIfPresent<Value: Decodable>(
            _ type: Value.Type, forKey key: Key
        ) throws -> Value? { try take(type, key) }

        private func take<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
            let found = try SchemaRecorder.value(of: type)
            note.properties[key.stringValue] = found.schema
            return found.value
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { throw SchemaRecorder.unknown(codingPath) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            throw SchemaRecorder.unknown(codingPath)
        }

        func superDecoder() throws -> any Decoder { throw SchemaRecorder.unknown(codingPath) }

        func superDecoder(forKey key: Key) throws -> any Decoder {
            throw SchemaRecorder.unknown(codingPath)
        }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let note: Note
        var codingPath: [any CodingKey] { [] }
        let count: Int? = 1
        var currentIndex = 0
        var isAtEnd: Bool { currentIndex > 0 }

        mutating func decodeNil() -> Bool { false }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            currentIndex += 1
            let found = try SchemaRecorder.value(of: type)
            note.schema = .type("array", ["items": found.schema])
            return found.value
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { throw SchemaRecorder.unknown(codingPath) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            throw SchemaRecorder.unknown(codingPath)
        }

        mutating func superDecoder() throws -> any Decoder {
            throw SchemaRecorder.unknown(codingPath)
        }
    }

    private struct Single: SingleValueDecodingContainer {
        let note: Note
        var codingPath: [any CodingKey] { [] }

        func decodeNil() -> Bool { false }

        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            let found: (value: Any, schema: SchemaValue)
            switch type {
            case is Bool.Type: found = (true, .type("boolean"))
            case is String.Type: found = ("", .type("string"))
            case is Double.Type: found = (1.0, .type("number"))
            case is any UnsignedInteger.Type: found = (1, .type("integer", ["minimum": .number(0)]))
            case is any SignedInteger.Type: found = (1, .type("integer"))
            default:
                let inner = try SchemaRecorder.value(of: type)
                note.schema = inner.schema
                return inner.value
            }
            note.schema = found.schema
            let integers = (type as? any BinaryInteger.Type)?.init(1)
            guard let value = (integers ?? found.value) as? Value else {
                throw SchemaRecorder.unknown(codingPath)
            }
            return value
        }
    }

    private static func unknown(_ path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(
            .init(codingPath: path, debugDescription: "a type reads what no schema is made of"))
    }
}

/// Values by free keys.
private protocol SchemaMapping {
    static var empty: Any { get }
    static var value: any Decodable.Type { get }
}

extension Dictionary: SchemaMapping where Key == String, Value: Decodable {
    fileprivate static var empty: Any { [String: Value]() }
    fileprivate static var value: any Decodable.Type { Value.self }
}
