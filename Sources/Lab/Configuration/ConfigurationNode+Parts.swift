internal import Yams

extension ConfigurationNode {
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
