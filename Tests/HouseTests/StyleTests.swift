import Testing

@Suite struct `Every source file` {
    @Test func `gives reasons, forces nothing, is finished, short and at home anywhere`() {
        House.expectNone(House.sources.flatMap(StyleRule.findings))
    }

    @Test func `is silent about the folder that it lies in`() {
        let root = House.root
        for source in House.sources where source.lines.contains(where: { $0.contains(root) }) {
            Issue.record("\(source.path) names the folder of this checkout")
        }
    }
}

@Suite struct `The check of style` {
    @Test(arguments: [
        "let a = try? read()",
        "// Too far away.\n\n\n\nlet a = try? read()",
        "let a = try! read()",
        "let a = value as! Int",
        "let a = list.first!",
        "let a = URL(string: \"x\")!.path",
        "var a: Int!",
        "let a = list[0]!",
        "let text = \"\\(list.first!)\"",
        "let a = \"x\"!",
        "// TODO: more",
        "let a = 1  // FIXME",
        "let a = \"/home/someone/file\"",
        "/// Made with /tmp/tool.",
    ])
    func `finds what the house does not do`(text: String) {
        #expect(StyleRule.findings(in: .planted(in: "Lab", text)).count == 1)
    }

    @Test(arguments: [
        "// Nobody waits for it.\nlet a = try? read()",
        "let a = try? read()  // Nobody waits for it.",
        "let a = try? read()\n/* Nobody waits for it. */",
        "let a = b != c && !d",
        "let a = [!b, (!c)]",
        "if a!=b {}",
        "#if !os(Linux)\n#endif",
        "let a = \"try! read()!\"  // list.first!",
        "let a = try read() ?? nil",
        "let a = \"http://example.com/home/file\"",
    ])
    func `lets pass what has a reason or only looks alike`(text: String) {
        #expect(StyleRule.findings(in: .planted(in: "Lab", text)) == [])
    }

    @Test func `counts lines`() {
        let longest = String(repeating: "let a = 1\n", count: StyleRule.longestFile)
        #expect(StyleRule.findings(in: .planted(in: "Lab", longest)) == [])
        let found = StyleRule.findings(in: .planted(in: "Lab", longest + "let a = 1"))
        #expect(found.map(\.place) == ["Sources/Lab/Planted.swift:401"])
    }
}

extension SwiftSource {
    /// A file as it might be written.
    static func planted(in room: String, _ text: String) -> SwiftSource {
        SwiftSource(path: "Sources/\(room)/Planted.swift", room: room, text: text)
    }
}
