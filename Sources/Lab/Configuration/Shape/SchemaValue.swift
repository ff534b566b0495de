/// A value of a JSON Schema, as it is written out.
indirect enum SchemaValue: Sendable, Hashable, Encodable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case boolean(Bool)
    case list([SchemaValue])
    case object([String: SchemaValue])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .boolean(let boolean): try container.encode(boolean)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

extension SchemaValue {
    static func type(_ name: String, _ rest: [String: SchemaValue] = [:]) -> SchemaValue {
        .object(rest.merging(["type": .text(name)]) { own, _ in own })
    }

    /// Text that a regular expression of ECMA-262 matches as a whole.
    static func pattern(_ expression: String) -> SchemaValue {
        .type("string", ["pattern": .text("^\(expression)$")])
    }

    /// One of a few words.
    static func words(_ words: [String]) -> SchemaValue {
        .object(["enum": .list(words.map { .text($0) })])
    }

    static func anyOf(_ choices: [SchemaValue]) -> SchemaValue {
        .object(["anyOf": .list(choices)])
    }

    static func required(_ keys: [String]) -> SchemaValue {
        .object(["required": .list(keys.map { .text($0) })])
    }

    /// With one more keyword; for objects.
    func with(_ keyword: String, _ value: SchemaValue) -> SchemaValue {
        guard case .object(var object) = self else { return self }
        object[keyword] = value
        return .object(object)
    }
}
