import PlaybackCore
import Testing

@Suite struct `An adaptation rule` {
    static let ladder = Ladder(
        bitrates: [300, 750, 1_200, 1_850, 2_850, 4_300], segmentDuration: 4_000, segmentCount: 120)
    /// Those that look at the link or the buffer.
    static let adaptive = RuleCatalog.names.filter {
        !["fixed:N", "lowest", "highest", "oracle"].contains($0)
    }

    @Test(arguments: RuleCatalog.names)
    func `says in one line what it does`(name: String) throws {
        let summary = try #require(RuleCatalog.summary(of: name))
        #expect((10...80).contains(summary.count), "\(name)")
        #expect(RuleCatalog.summary(of: name + "x") == nil)
    }

    @Test(arguments: [
        ("bola-e", true), ("fixed:3", true), ("fixed:N", false), ("fixed:", false),
        ("oracle", false), ("BOLA", false), ("", false),
    ])
    func `can be played by when there is one that needs no foresight`(name: String, plays: Bool) {
        #expect(RuleCatalog.plays(name) == plays)
    }

    private func rule(_ name: String) throws -> any AdaptationRule {
        try RuleCatalog.entry(named: name, for: Self.ladder).rule
    }

    @Test(arguments: adaptive)
    func `reaches the top level on a link of four times its rate, and never stalls`(name: String)
        throws
    {
        let played = SteadyLink(rate: 17_200).play(Self.ladder, try rule(name))
        #expect(played.levels.suffix(60).allSatisfy { $0 == Self.ladder.top })
        #expect(played.stall == 0)
        #expect(played.abandons == 0)
    }

    @Test(arguments: adaptive)
    func `settles near what a link of 2 Mbit/s carries, with hardly a stall`(name: String) throws {
        let played = SteadyLink(rate: 2_000).play(Self.ladder, try rule(name))
        let settled = played.levels.suffix(60)
        let mean = settled.reduce(0.0) { $0 + Self.ladder.bitrates[$1] } / Double(settled.count)
        // The buffer of 25 s that is used up at the end adds a tenth.
        #expect(mean >= 1_000 && mean <= 2_200, "\(name) plays \(mean) kbit/s")
        #expect(played.stall <= 4_000, "\(name) stalls for \(played.stall) ms")
    }

    @Test(arguments: adaptive)
    func `stays at the lowest level on a link of half its rate in the end`(name: String) throws {
        let played = SteadyLink(rate: 150).play(Self.ladder, try rule(name))
        #expect(played.levels.suffix(60).allSatisfy { $0 == 0 })
    }

    @Test(arguments: adaptive)
    func `chooses alike when asked alike`(name: String) throws {
        let link = SteadyLink(rate: 2_500)
        let first = link.play(Self.ladder, try rule(name))
        #expect(link.play(Self.ladder, try rule(name)) == first)
    }

    @Test(arguments: adaptive)
    func `chooses the one level there is`(name: String) throws {
        let single = Ladder(bitrates: [800], segmentDuration: 4_000, segmentCount: 20)
        let rule = try RuleCatalog.entry(named: name, for: single).rule
        #expect(SteadyLink(rate: 2_000).play(single, rule).levels.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [("lowest", 0), ("highest", 5), ("fixed:2", 2), ("fixed:9", 5)])
    func `of a fixed level keeps it`(name: String, level: Int) throws {
        let played = SteadyLink(rate: 3_000).play(Self.ladder, try rule(name))
        #expect(played.levels.allSatisfy { $0 == level })
    }
}

@Suite struct `The catalog of rules` {
    private let ladder = Ladder(bitrates: [300, 750], segmentDuration: 4_000, segmentCount: 10)

    @Test(arguments: RuleCatalog.names.filter { $0 != "fixed:N" } + ["fixed:1"])
    func `has a rule for each of its names`(name: String) throws {
        #expect(RuleCatalog.has(name))
        let entry = try RuleCatalog.entry(named: name, for: ladder, .init(plan: [0, 1]))
        #expect(entry.name == name)
    }

    @Test(arguments: [
        (
            "bolla",
            "there is no adaptation rule 'bolla'; there are fixed:N, lowest, highest, throughput, "
                + "bola-basic, bola, bola-e, dynamic, dynamic-dash, fast-switching, "
                + "fast-switching-right, bba, bba-puffer, robust-mpc, fast-mpc, hlsjs, exoplayer, "
                + "shaka, dashjs, gstreamer, oracle, avplayer-like"
        ),
        ("fixed:", "'fixed:' names no level; levels count from 0, the lowest, as in fixed:2"),
        ("fixed:N", "'fixed:N' names no level; levels count from 0, the lowest, as in fixed:2"),
        (
            "oracle",
            "the oracle needs to know the link beforehand; it plays only where that is simulated"
        ),
    ])
    func `says why there is no rule of a name`(name: String, text: String) {
        let problem = #expect(throws: RuleCatalog.Problem.self) {
            try RuleCatalog.entry(named: name, for: ladder)
        }
        #expect(problem?.description == text)
    }

    @Test func `lets fast switching replace what is queued`() throws {
        #expect(try RuleCatalog.entry(named: "fast-switching", for: ladder).replacement == .left)
        #expect(try RuleCatalog.entry(named: "dynamic", for: ladder).replacement == nil)
    }
}
