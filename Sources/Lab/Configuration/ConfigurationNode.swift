internal import Yams

/// A value in a configuration file that knows where it stands, so that every complaint about it
/// names file and line.
package struct ConfigurationNode {
    package let file: String
    /// The key that the value belongs to, `steps[2]` for an item of a list; nil for the whole file.
    package let name: String?
    /// From 1. The line of the key where there is one.
    package let line: Int
    let node: Node

    init(file: String, name: String?, line: Int, node: Node) {
        self.file = file
        self.name = name
        self.line = line
        self.node = node
    }

    /// An error about this value. `message` is the whole sentence.
    package func error(_ message: String) -> ConfigurationError {
        ConfigurationError(file: file, line: line, message: message)
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
        guard let mapping = node.mapping else {
            throw fault("has to be keys with values, not \(kind)")
        }
        var values: [String: ConfigurationNode] = [:]
        for (key, value) in mapping {
            let keyLine = key.mark?.line ?? line
            guard let word = key.scalar?.string else {
                throw ConfigurationError(
                    file: file, line: keyLine, message: "a key has to be a word")
            }
            guard keys.contains(word) else {
                let hint = NearestName.hint(for: word, in: keys)
                let message = "unknown key '\(word)'"
                throw ConfigurationError(
                    file: file, line: keyLine,
                    message: message + (hint.isEmpty ? "; known are \(list(keys))" : hint))
            }
            values[word] = ConfigurationNode(file: file, name: word, line: keyLine, node: value)
        }
        return ConfigurationMapping(owner: self, keys: keys, values: values)
    }

    /// The value as a list.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value.
    package func sequence() throws(ConfigurationError) -> [ConfigurationNode] {
        guard let sequence = node.sequence else { throw fault("has to be a list, not \(kind)") }
        return sequence.enumerated().map { index, item in
            ConfigurationNode(
                file: file, name: "\(name ?? "item")[\(index + 1)]", line: item.mark?.line ?? line,
                node: item)
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
