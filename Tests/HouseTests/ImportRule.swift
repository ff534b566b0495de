/// A room imports what the table gives it and nothing else.
enum ImportRule {
    /// What may stand between `import` and the module's name.
    private static let declarations = [
        "actor", "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]

    static func findings(in source: SwiftSource) -> [Finding] {
        guard let room = Room.named(source.room) else {
            return [source.finding(line: 1, "lies in no room of the house; see House.md")]
        }
        return imports(in: source).compactMap { module, line in
            room.mayImport.contains(module)
                ? nil
                : source.finding(line: line, "\(room.name) may not import \(module); see House.md")
        }
    }

    /// The modules imported and where.
    static func imports(in source: SwiftSource) -> [(module: String, line: Int)] {
        source.tokens.indices.compactMap { index in
            guard source.text(index) == "import", source.text(index - 1) != "." else { return nil }
            let isOfOne = source.text(index + 1).map(declarations.contains) == true
            guard let module = source.text(index + (isOfOne ? 2 : 1)) else { return nil }
            return (module, source.tokens[index].line)
        }
    }
}
