/// The keys that a mapping of a configuration file may have, and which of them go together.
struct MappingShape: Sendable {
    /// A key without the type of its value.
    struct Row: Sendable {
        var name: String
        var about: String
        var schema: SchemaValue
        var isRequired: Bool
        /// Keys of which one has to be there too; empty: it goes alone.
        var companions: [String]
        /// A key that has to be there as well.
        var needs: String?
        var faults: @Sendable (ConfigurationNode) -> [ConfigurationError]
    }

    /// Keys of which exactly one has to be there.
    struct Choice: Sendable {
        /// `a fault has exactly one effect`
        var sentence: String
        var keys: [String]
    }

    let rows: [Row]
    let choices: [Choice]
    /// Keys that say the same in different ways: at most one of each list may be there.
    let rivals: [[String]]

    init(
        _ rows: [Row], exactlyOne choices: [Choice] = [], atMostOne rivals: [[String]] = []
    ) {
        self.rows = rows
        self.choices = choices
        self.rivals = rivals
    }

    var keys: [String] { rows.map(\.name) }

    /// The keys and values of a mapping.
    /// - Throws: ``ConfigurationError`` for what is no mapping, an unknown key, and keys that do not go
    ///   together.
    func mapping(_ node: ConfigurationNode) throws(ConfigurationError) -> ConfigurationMapping {
        let mapping = try node.mapping(keys: keys)
        if let fault = breaches(mapping).first { throw fault }
        return mapping
    }

    /// Everything that is wrong with a mapping and its values, in the order of the keys here.
    func faults(_ node: ConfigurationNode) -> [ConfigurationError] {
        do throws(ConfigurationError) {
            let (mapping, unknown) = try node.knownMapping(keys: keys)
            return unknown + breaches(mapping)
                + rows.flatMap { row in mapping[row.name].map(row.faults) ?? [] }
        } catch {
            return [error]
        }
    }

    /// A reader of such a mapping.
    func reader<Value>(
        _ read: @escaping @Sendable (ConfigurationMapping) throws(ConfigurationError) -> Value
    ) -> ValueReader<Value> {
        ValueReader(schema, faults: { faults($0) }) { node throws(ConfigurationError) in
            try read(try mapping(node))
        }
    }

    /// Keys that are missing, too many, or without the one they go with.
    private func breaches(_ mapping: ConfigurationMapping) -> [ConfigurationError] {
        var breaches: [ConfigurationError] = []
        for choice in choices where choice.keys.count(where: { mapping[$0] != nil }) != 1 {
            let words = choice.keys.dropLast().joined(separator: ", ")
            breaches.append(
                mapping.owner.error("\(choice.sentence): \(words) or \(choice.keys.last ?? "")"))
        }
        for rivals in rivals {
            let there = rivals.filter { mapping[$0] != nil }
            if there.count > 1, let node = mapping[there[1]] {
                breaches.append(node.fault("goes not with '\(there[0])': name one of them"))
            }
        }
        for row in rows {
            if row.isRequired, mapping[row.name] == nil {
                breaches.append(mapping.missing(row.name))
            }
            guard let node = mapping[row.name] else { continue }
            if !row.companions.isEmpty, row.companions.allSatisfy({ mapping[$0] == nil }) {
                breaches.append(node.fault("goes with \(Self.either(row.companions)) only"))
            }
            if let needs = row.needs, mapping[needs] == nil {
                breaches.append(mapping.missing(needs))
            }
        }
        return breaches
    }

    /// `'kill', 'suspend' or 'network'`
    private static func either(_ words: [String]) -> String {
        let quoted = words.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
    }

    private static func pairs(of keys: [String]) -> [[String]] {
        keys.indices.flatMap { first in
            keys[(first + 1)...].map { [keys[first], $0] }
        }
    }

    var schema: SchemaValue {
        var object: [String: SchemaValue] = [
            "type": .text("object"), "additionalProperties": .boolean(false),
            "properties": .object(
                Dictionary(
                    uniqueKeysWithValues: rows.map {
                        ($0.name, $0.schema.with("description", .text($0.about)))
                    })),
        ]
        let required = rows.filter(\.isRequired).map(\.name)
        if !required.isEmpty { object["required"] = .list(required.map { .text($0) }) }
        let needs = rows.compactMap { row in
            row.needs.map { (row.name, SchemaValue.list([.text($0)])) }
        }
        if !needs.isEmpty {
            object["dependentRequired"] = .object(Dictionary(uniqueKeysWithValues: needs))
        }
        let companions = rows.filter { !$0.companions.isEmpty }.map { row in
            (row.name, SchemaValue.anyOf(row.companions.map { .required([$0]) }))
        }
        if !companions.isEmpty {
            object["dependentSchemas"] = .object(Dictionary(uniqueKeysWithValues: companions))
        }
        let rules =
            choices.map { SchemaValue.object(["oneOf": .list($0.keys.map { .required([$0]) })]) }
            + rivals.flatMap(Self.pairs).map { .object(["not": .required($0)]) }
        if !rules.isEmpty { object["allOf"] = .list(rules) }
        return .object(object)
    }
}
