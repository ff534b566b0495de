internal import LinkModel

/// What a value of a configuration file may be: how it is read, what is wrong with one that cannot be,
/// and how a JSON Schema says it. All three come from one place, so that they agree.
struct ValueReader<Value>: Sendable {
    typealias Read = @Sendable (ConfigurationNode) throws(ConfigurationError) -> Value

    let schema: SchemaValue
    let read: Read
    /// Everything that is wrong with a value, in the order of the file; nil: reading finds the one
    /// thing that can be wrong.
    private let look: (@Sendable (ConfigurationNode) -> [ConfigurationError])?

    init(
        _ schema: SchemaValue,
        faults: (@Sendable (ConfigurationNode) -> [ConfigurationError])? = nil,
        read: @escaping Read
    ) {
        self.schema = schema
        self.read = read
        look = faults
    }

    /// Everything that is wrong with a value, in the order of the file.
    func faults(_ node: ConfigurationNode) -> [ConfigurationError] {
        if let look, case let found = look(node), !found.isEmpty { return found }
        do throws(ConfigurationError) {
            _ = try read(node)
            return []
        } catch {
            return [error]
        }
    }
}

extension ValueReader where Value == String {
    /// One line or word.
    static let text = ValueReader(.type("string", ["minLength": .number(1)])) {
        node throws(ConfigurationError) in try node.string()
    }
}

extension ValueReader where Value == Int {
    /// A whole number without a unit.
    static func integer(in range: ClosedRange<Int>) -> ValueReader {
        ValueReader(
            .type(
                "integer",
                ["minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)])
        ) { node throws(ConfigurationError) in try node.integer(in: range) }
    }

    /// A number of bytes with its unit.
    static func bytes(in range: ClosedRange<Int> = 0...Int.max) -> ValueReader {
        ValueReader(.pattern(UnitTable.bytes.pattern)) { node throws(ConfigurationError) in
            try node.bytes(in: range)
        }
    }

    /// Whole seconds, written as a time; fractions are cut off, as a header field has them.
    static let wholeSeconds = ValueReader(.pattern(UnitTable.duration.pattern)) {
        node throws(ConfigurationError) in Int(try node.duration().components.seconds)
    }
}

extension ValueReader where Value == Bool {
    static let boolean = ValueReader(.type("boolean")) { node throws(ConfigurationError) in
        try node.boolean()
    }

    /// `true`, for what is there or is left away.
    static let isTrue = ValueReader(.object(["const": .boolean(true)])) {
        node throws(ConfigurationError) in
        guard try node.boolean() else { throw node.fault("can only be 'true'") }
        return true
    }
}

extension ValueReader where Value == Duration {
    static let duration = ValueReader(.pattern(UnitTable.duration.pattern)) {
        node throws(ConfigurationError) in try node.duration()
    }

    /// A time that is more than nothing.
    static let someTime = ValueReader(.pattern(UnitTable.duration.pattern)) {
        node throws(ConfigurationError) in
        let value = try node.duration()
        guard value > .zero else { throw node.fault("is no time at all") }
        return value
    }
}

extension ValueReader where Value == Range<Duration> {
    /// `10 s and 20 s`: from the first on, before the second.
    static let window = ValueReader(
        .pattern("\(UnitTable.duration.pattern) and \(UnitTable.duration.pattern)")
    ) { node throws(ConfigurationError) in
        let text = try node.string()
        let ends = text.split(separator: " and ", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            throw node.fault("is '\(text)', not two times as in '10 s and 20 s'")
        }
        let start = try node.with(String(ends[0])).duration()
        let end = try node.with(String(ends[1])).duration()
        guard start < end else {
            throw node.fault("is '\(text)': the first has to be before the second")
        }
        return start..<end
    }
}

extension ValueReader where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the words that the cases are written as.
    static var choice: ValueReader {
        ValueReader(.words(Value.allCases.map(\.rawValue))) { node throws(ConfigurationError) in
            try node.choice()
        }
    }
}

extension ValueReader {
    /// A list of what `item` reads.
    static func list<Item>(
        of item: ValueReader<Item>, atMost limit: Int = 1_000
    ) -> ValueReader where Value == [Item] {
        ValueReader(
            .type("array", ["items": item.schema, "maxItems": .number(limit)]),
            faults: { node in
                // What is no list is told by reading it.
                ((try? node.sequence()) ?? []).prefix(limit).flatMap { item.faults($0) }
            }
        ) { node throws(ConfigurationError) in
            let nodes = try node.sequence()
            guard nodes.count <= limit else {
                throw node.fault("has \(nodes.count) entries; at most \(limit) are read")
            }
            var values: [Item] = []
            for node in nodes { values.append(try item.read(node)) }
            return values
        }
    }
}

extension UnitTable {
    /// A regular expression of ECMA-262 for a number with one of the units.
    var pattern: String {
        let names = (units.map(\.name) + aliases.keys.sorted()).sorted { $0.count > $1.count }
        return "[0-9]+(\\.[0-9]+)? *(\(names.joined(separator: "|")))"
    }
}

extension ValueReader where Value == [String] {
    private static let mostTags = 32

    /// One word, or a list of words.
    static let tags = ValueReader(
        .anyOf([
            .type("string", ["minLength": .number(1)]),
            .type(
                "array",
                [
                    "items": .type("string", ["minLength": .number(1)]),
                    "maxItems": .number(mostTags),
                ]),
        ])
    ) { node throws(ConfigurationError) in
        var tags: [String] = []
        for item in try node.isList ? node.sequence() : [node] { tags.append(try item.string()) }
        guard tags.count <= mostTags else {
            throw node.fault("has \(tags.count) tags; at most \(mostTags) are possible")
        }
        return tags
    }
}
