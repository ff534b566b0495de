internal import Yams

/// A value in a configuration file that knows where it stands, so that every complaint about it
/// names file and line.
package struct ConfigurationNode {
    package let file: String
    /// The key that the value belongs to, `steps[2]` for an item of a list; nil for the whole file.
    package let name: String?
    /// From 1. The line of the key where there is one.
    package let line: Int
    /// From 1, of the key where there is one; nil when it is not known.
    package let column: Int?
    let node: Node

    init(file: String, name: String?, line: Int, column: Int? = nil, node: Node) {
        self.file = file
        self.name = name
        self.line = line
        self.column = column
        self.node = node
    }

    /// An error about this value. `message` is the whole sentence.
    package func error(_ message: String) -> ConfigurationError {
        ConfigurationError(file: file, line: line, column: column, message: message)
    }

    /// An error whose sentence begins with the value's name: `'rate' needs a unit …`.
    package func fault(_ reason: String) -> ConfigurationError {
        error("\(name.map { "'\($0)'" } ?? "the file") \(reason)")
    }

    /// Whether the value is a single word or number rather than a list or keys with values.
    package var isScalar: Bool { node.scalar != nil }

    /// The value as a mapping that has no keys but `keys`.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value, a key that is no word, and an
    ///   unknown key, which names the nearest known one.
    package func mapping(keys: [String]) throws(ConfigurationError) -> ConfigurationMapping {
        let (mapping, unknown) = try knownMapping(keys: keys)
        if let first = unknown.first { throw first }
        return mapping
    }

    /// The value as a mapping, and an error for each key that is none of `keys`.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value.
    func knownMapping(
        keys: [String]
    ) throws(ConfigurationError) -> (mapping: ConfigurationMapping, unknown: [ConfigurationError]) {
        let (entries, strays) = try entries()
        var unknown = strays
        var values: [String: ConfigurationNode] = [:]
        for entry in entries {
            let word = entry.name ?? ""
            guard keys.contains(word) else {
                let hint = NearestName.hint(for: word, in: keys)
                let message = "unknown key '\(word)'"
                unknown.append(
                    entry.error(message + (hint.isEmpty ? "; known are \(list(keys))" : hint)))
                continue
            }
            values[word] = entry
        }
        return (ConfigurationMapping(owner: self, keys: keys, values: values), unknown)
    }

    /// The values of a mapping, each named by its key, in the order of the file; and an error for
    /// each key that is no word.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value.
    func entries() throws(ConfigurationError) -> (
        known: [ConfigurationNode], strays: [ConfigurationError]
    ) {
        guard let mapping = node.mapping else {
            throw fault("has to be keys with values, not \(kind)")
        }
        var known: [ConfigurationNode] = []
        var strays: [ConfigurationError] = []
        for (key, value) in mapping {
            let place = ConfigurationNode(
                file: file, name: key.scalar?.string, line: key.mark?.line ?? line,
                column: key.mark?.column, node: value)
            if place.name == nil {
                strays.append(place.error("a key has to be a word"))
            } else {
                known.append(place)
            }
        }
        return (known, strays)
    }

    /// The value as a list.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value.
    package func sequence() throws(ConfigurationError) -> [ConfigurationNode] {
        guard let sequence = node.sequence else { throw fault("has to be a list, not \(kind)") }
        return sequence.enumerated().map { index, item in
            ConfigurationNode(
                file: file, name: "\(name ?? "item")[\(index + 1)]", line: item.mark?.line ?? line,
                column: item.mark?.column, node: item)
        }
    }

    /// The value as text, without white space around it.
    ///
    /// - Throws: ``ConfigurationError`` for a list, a mapping or nothing at all.
    package func string() throws(ConfigurationError) -> String {
        guard let text = node.scalar?.string else {
            throw fault("has to be a single value, not \(kind)")
        }
        let trimmed = text.trimmed
        if trimmed.isEmpty { throw fault("is empty") }
        return trimmed
    }

    /// `a list`, `keys with values`, `a single value`.
    private var kind: String {
        switch node {
        case .sequence: "a list"
        case .mapping: "keys with values"
        case .scalar, .alias: "a single value"
        }
    }

    private func list(_ keys: [String]) -> String {
        keys.map { "'\($0)'" }.joined(separator: ", ")
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
