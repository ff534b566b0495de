import Lab
import Testing

@Suite struct `A configuration file` {
    private func parse(_ text: String) throws -> ConfigurationNode {
        try ConfigurationDocument.parse(text, file: "Profiles/edge.yaml")
    }

    private func message(of text: String, reading: (ConfigurationNode) throws -> Void) -> String? {
        let error = #expect(throws: ConfigurationError.self) { try reading(parse(text)) }
        return error?.description
    }

    @Test func `with an unknown key is refused with file, line and the nearest known key`() {
        let text = "rate: 1\n\nlattency: 2\n"
        let message = message(of: text) { _ = try $0.mapping(keys: ["rate", "latency"]) }
        #expect(
            message == "Profiles/edge.yaml:3: unknown key 'lattency'; did you mean 'latency'?")
    }

    @Test func `with a key like no other is told the known ones`() {
        let message = message(of: "colour: red") { _ = try $0.mapping(keys: ["rate", "delay"]) }
        #expect(message == "Profiles/edge.yaml:1: unknown key 'colour'; known are 'rate', 'delay'")
    }

    @Test func `without a required key is refused at the line of its mapping`() {
        let message = message(of: "a: 1\ndown:\n  delay: 1 ms\n") { root in
            let down = try root.mapping(keys: ["a", "down"]).required("down")
            _ = try down.mapping(keys: ["rate", "delay"]).required("rate")
        }
        #expect(message == "Profiles/edge.yaml:2: missing key 'rate' in 'down'")
    }

    @Test func `with the same key twice is refused`() {
        #expect(
            message(of: "a: 1\na: 2\n") { _ in }
                == "Profiles/edge.yaml:1: key 'a' is there twice")
    }

    @Test func `that is empty is refused`() {
        #expect(message(of: "") { _ in } == "Profiles/edge.yaml: the file is empty")
    }

    @Test func `that is not YAML is refused at its line`() {
        let message = message(of: "a: [1,\nb: }") { _ in }
        #expect(message?.hasPrefix("Profiles/edge.yaml:2: not YAML: ") == true)
    }

    @Test func `with more than one document is refused`() {
        let message = message(of: "a: 1\n---\nb: 2\n") { _ in }
        #expect(message?.hasPrefix("Profiles/edge.yaml:2: not YAML: ") == true)
    }

    @Test func `that is not there is named`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationDocument.read("no/such.yaml")
        }
        #expect(error?.description == "no/such.yaml: cannot read the file: it is not there")
    }

    private enum Color: String, CaseIterable { case red, green }

    static let wrongKinds: [(String, String, @Sendable (ConfigurationNode) throws -> Void)] = [
        (
            "k: 1", "has to be keys with values, not a single value",
            { _ = try $0.mapping(keys: []) }
        ),
        ("k: {a: 1}", "has to be a list, not keys with values", { _ = try $0.sequence() }),
        ("k: [1]", "has to be a single value, not a list", { _ = try $0.string() }),
        ("k: yes", "is 'yes', not 'true' or 'false'", { _ = try $0.boolean() }),
        ("k: 1.5", "is '1.5', not a whole number", { _ = try $0.integer(in: 0...9) }),
        ("k: 12", "is '12'; it has to be at most 9", { _ = try $0.integer(in: 0...9) }),
        ("k: nan", "is 'nan', not a number", { _ = try $0.number(in: 0...1) }),
        (
            "k: gren", "is 'gren', not one of 'red', 'green'; did you mean 'green'?",
            { _ = try $0.choice(of: Color.self) }
        ),
    ]

    @Test(arguments: wrongKinds)
    func `with a value of the wrong kind is refused in words`(
        text: String, reason: String, read: @Sendable (ConfigurationNode) throws -> Void
    ) {
        let message = message(of: text) { try read($0.mapping(keys: ["k"]).required("k")) }
        #expect(message == "Profiles/edge.yaml:1: 'k' \(reason)")
    }

    @Test func `names an item of a list by its place and line`() throws {
        let message = message(of: "steps:\n  - 1\n  - x\n") { root in
            let steps = try root.mapping(keys: ["steps"]).required("steps")
            for step in try steps.sequence() { _ = try step.integer(in: 0...9) }
        }
        #expect(message == "Profiles/edge.yaml:3: 'steps[2]' is 'x', not a whole number")
    }

    @Test func `gives text, numbers and choices of the right kind`() throws {
        let keys = ["text", "whole", "decimal", "flag", "color"]
        let values = try parse("text: a b\nwhole: 7\ndecimal: 0.5\nflag: true\ncolor: red")
            .mapping(keys: keys)
        #expect(try values.required("text").string() == "a b")
        #expect(try values.required("whole").integer(in: 0...9) == 7)
        #expect(try values.required("decimal").number(in: 0...1) == 0.5)
        #expect(try values.required("flag").boolean())
        #expect(try values.required("color").choice(of: Color.self) == .red)
        #expect(try parse("text: a").mapping(keys: keys)["whole"] == nil)
    }
}

@Suite struct `The nearest name` {
    static let names = ["edge", "3g", "lte", "wifi", "latency", "nlc-very-bad"]

    @Test(arguments: [
        ("egde", "edge"), ("edg", "edge"), ("EDGE", "edge"), ("wiffi", "wifi"), ("ltd", "lte"),
        ("lattency", "latency"), ("nlc-vry-bda", "nlc-very-bad"),
    ])
    func `is found for a slip`(word: String, name: String) {
        #expect(NearestName.of(word, in: Self.names) == name)
    }

    @Test(arguments: ["satellite", "xx", "", "hspa"])
    func `is nobody's for a word like no other`(word: String) {
        #expect(NearestName.of(word, in: Self.names) == nil)
    }
}
