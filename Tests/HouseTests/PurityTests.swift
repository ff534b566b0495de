import Testing

@Suite struct `The pure rooms` {
    @Test func `have no clock, no tasks, no chance and no output of their own`() {
        House.expectNone(House.sources.flatMap(PurityRule.findings))
    }
}

@Suite struct `The check of purity` {
    @Test(arguments: [
        "let start = ContinuousClock.now",
        "let clock: any Clock = SuspendingClock()",
        "let date = Date()",
        "let date = Date.now",
        "let date = Date(timeIntervalSinceNow: 3)",
        "wait(until: .now)",
        "let times: [Instant] = [.now]",
        "Task { }",
        "Task<Void, Never>.detached { }",
        "func fetch() async {}",
        "let text = \"\\(await value)\"",
        "let id = UUID()",
        "var generator = SystemRandomNumberGenerator()",
        "let number = Int.random(in: 0..<6)",
        "let number = Int.random(in: pick(using: 3))",
        "let flag = Bool.random()",
        "list.shuffle()",
        "let order = list.shuffled().first { $0.isReady(using: 1) }",
        "let one = list.randomElement()",
        "let bucket = name.hashValue",
        "print(name)",
        "let text = #\"\\#(print(name))\"#",
    ])
    func `finds an effect`(text: String) {
        let found = PurityRule.findings(in: .planted(in: "LinkModel", text))
        #expect(!found.isEmpty)
        #expect(PurityRule.findings(in: .planted(in: "HLSDownload", text)) == [])
    }

    @Test(arguments: [
        "// Task, ContinuousClock.now and Date()",
        "/// See ``Task``: `async`.\nlet a = 1",
        "let text = \"print(UUID())\"",
        "let text = #\"\\(await value)\"#",
        "let number = Int.random(in: 0..<6, using: &random)",
        "let number = UInt64.random(\n    in: bounds(of: (1, 2)), using: &random)",
        "let one = list.randomElement(using: &random)",
        "let order = list.shuffled(using: &random)",
        "let date = Date(timeIntervalSince1970: 0)",
        "let id = UUID(uuidString: text)",
        "let age = world.now - self.now",
        "func handle(at now: Duration) { report.print(now) }",
        "let asyncTask = isTask",
        "case .random(let peakPercent): .random(peakPercent: peakPercent)",
    ])
    func `lets pass values, arguments and what is not code`(text: String) {
        #expect(PurityRule.findings(in: .planted(in: "LinkModel", text)) == [])
    }

    @Test func `names the place and the replacement`() {
        let source = SwiftSource.planted(
            in: "Scenarios", "let seed = 1\nlet number = Int.random(in: 0..<6)\n")
        #expect(
            PurityRule.findings(in: source).map(\.description) == [
                "Sources/Scenarios/Planted.swift:2: '.random' in the pure room Scenarios; "
                    + "draw from a generator that is passed in (using:)"
            ])
    }
}
