internal import Yams

extension ConfigurationNode {
    /// Whether the value is a list.
    var isList: Bool { node.sequence != nil }

    /// Keys with their values where any key may be, in the order of the file.
    ///
    /// - Throws: ``ConfigurationError`` for another kind of value, a key that is no word, and more
    ///   keys than `limit`.
    func entries(
        atMost limit: Int
    ) throws(ConfigurationError) -> [(key: String, value: ConfigurationNode)] {
        guard let mapping = node.mapping else { throw fault("has to be keys with values") }
        guard mapping.count <= limit else {
            throw fault("has \(mapping.count) keys; at most \(limit) are possible")
        }
        var entries: [(String, ConfigurationNode)] = []
        for (key, value) in mapping {
            let line = key.mark?.line ?? line
            guard let word = key.scalar?.string, !word.isEmpty else {
                throw ConfigurationError(file: file, line: line, message: "a key has to be a word")
            }
            entries.append(
                (word, ConfigurationNode(file: file, name: word, line: line, node: value)))
        }
        return entries
    }

    /// A node for a piece of this one's text, with its place and name.
    func with(_ text: String) -> ConfigurationNode {
        ConfigurationNode(file: file, name: name, line: line, column: column, node: Node(text))
    }

    /// A value from the command line, named by its option.
    static func option(_ name: String, _ text: String) -> ConfigurationNode {
        ConfigurationNode(file: "", name: name, line: 1, node: Node(text))
    }

    /// A whole number of per cent, `150 %`.
    func percent(in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        let text = try string()
        let number = text.prefix { $0 != "%" && $0 != " " }
        guard text.hasSuffix("%"), let value = Int(number),
            text.dropFirst(number.count).allSatisfy({ $0 == " " || $0 == "%" })
        else { throw fault("is '\(text)', not a whole number of per cent as in '150 %'") }
        guard range.contains(value) else {
            throw fault(
                "is '\(text)'; it has to lie in \(range.lowerBound) to \(range.upperBound) %")
        }
        return value
    }
}
