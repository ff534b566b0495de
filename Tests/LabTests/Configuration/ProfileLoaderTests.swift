import Foundation
@testable import Lab
import LinkModel
import Testing

/// The folder of the profiles that the project ships.
private let shippedFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Profiles").path()

@Suite struct `A shipped profile` {
    /// The presets as their sources have them: kbit/s and milliseconds one way, down and up; nil for unlimited.
    static let table: [(id: String, rates: (Int?, Int?), delays: (Double, Double))] = [
        ("nlc-100-loss", (nil, nil), (0, 0)), ("nlc-high-latency-dns", (nil, nil), (0, 0)),
        ("nlc-very-bad", (1000, 1000), (500, 500)), ("nlc-edge", (240, 200), (400, 440)),
        ("nlc-3g", (780, 330), (100, 100)), ("nlc-dsl", (2000, 256), (5, 5)),
        ("nlc-wifi", (40000, 33000), (1, 1)), ("nlc-lte", (50000, 10000), (50, 65)),
        ("nlc-wifi-ac", (250_000, 100_000), (1, 1)), ("3g-good", (850, 420), (90, 100)),
        ("3g-lossy", (780, 330), (100, 100)), ("edge-good", (250, 200), (350, 370)),
        ("edge-lossy", (240, 200), (400, 440)), ("cable", (6000, 1000), (2, 2)),
        ("2g-rural", (20, 18), (650, 650)), ("2g-urban", (35, 32), (650, 650)),
        ("wpt-cable", (5000, 1000), (14, 14)), ("wpt-dsl", (1500, 384), (25, 25)),
        ("wpt-fios", (20000, 5000), (2, 2)), ("wpt-dial", (49, 30), (60, 60)),
        ("wpt-3g", (1600, 768), (150, 150)), ("wpt-3gfast", (1600, 768), (75, 75)),
        ("wpt-3gslow", (400, 400), (200, 200)), ("wpt-4g", (9000, 9000), (85, 85)),
        ("wpt-lte", (12000, 12000), (35, 35)), ("wpt-edge", (240, 200), (420, 420)),
        ("wpt-2g", (280, 256), (400, 400)), ("devtools-slow4g", (1600, 750), (75, 75)),
        ("devtools-fast4g", (9000, 1500), (30, 30)), ("devtools-slow3g", (500, 500), (200, 200)),
        ("wifi-lossy", (20000, 20000), (40, 40)), ("wifi-lossy-bursty", (20000, 20000), (40, 40)),
        ("wifi-coffee-shop", (5000, 5000), (20, 20)), ("sat-leo", (100_000, 12600), (20, 20)),
        ("sat-geo", (25000, 3000), (300, 300)), ("twitch-cascade", (1200, nil), (20, 20)),
        ("twitch-intra", (1000, nil), (20, 20)), ("twitch-spike", (1200, nil), (20, 20)),
        ("twitch-slow-jitters", (500, nil), (20, 20)), ("sabre-example", (5000, nil), (75, 75)),
    ]

    let loader = ProfileLoader(folders: [shippedFolder])

    @Test func `is there for every row of the table and no other`() throws {
        #expect(try loader.list().map(\.id) == Self.table.map(\.id).sorted())
    }

    @Test(arguments: table.indices)
    func `has the rates and delays of the table`(row: Int) throws {
        let expected = Self.table[row]
        let profile = try loader.load(expected.id)
        func rate(_ kilobits: Int?) -> LinkRate {
            kilobits.map { .bitsPerSecond($0 * 1000) } ?? .unlimited
        }
        #expect(profile.down.rate == rate(expected.rates.0))
        #expect(profile.up.rate == rate(expected.rates.1))
        #expect(profile.down.delay == .microseconds(Int(expected.delays.0 * 1000)))
        #expect(profile.up.delay == .microseconds(Int(expected.delays.1 * 1000)))
    }

    @Test func `has a name, a description and a source`() throws {
        for profile in try loader.list() {
            #expect(!profile.name.isEmpty && !profile.summary.isEmpty && !profile.source.isEmpty)
        }
    }

    @Test(arguments: [
        ("edge", "nlc-edge"), ("3g", "nlc-3g"), ("dsl", "nlc-dsl"), ("lte", "nlc-lte"),
        ("wifi", "nlc-wifi"), ("very-bad", "nlc-very-bad"), ("lossy-wifi", "wifi-lossy"),
    ])
    func `is found by its alias`(alias: String, id: String) throws {
        #expect(try loader.load(alias).id == id)
    }

    @Test func `is played in full by the link model`() throws {
        for profile in try loader.list() { #expect(profile.unsupportedFeatures == []) }
    }

    @Test(arguments: [
        ("nlc-edge", [String]()), ("cable", ["queue"]), ("nlc-very-bad", ["loss"]),
        ("nlc-high-latency-dns", ["DNS delay"]), ("wifi-lossy", ["loss", "jitter"]),
        ("sat-leo", ["loss", "jitter", "steps"]), ("twitch-spike", ["steps"]),
    ])
    func `does what the table gives it`(id: String, effects: [String]) throws {
        #expect(ProfileRow(try loader.load(id)).effects == effects)
    }

    @Test func `holds bursts, queues and timelines as the table has them`() throws {
        let bursty = try loader.load("wifi-lossy-bursty").down
        #expect(
            bursty.loss
                == .gilbertElliott(
                    LinkLoss.GilbertElliott(
                        toBad: Probability(partsPerBillion: 10_000_000),
                        toGood: Probability(partsPerBillion: 100_000_000),
                        lossInBad: Probability(partsPerBillion: 700_000_000),
                        lossInGood: Probability(partsPerBillion: 1_000_000))))
        #expect(try loader.load("cable").down.queuePackets == 10)
        #expect(try loader.load("nlc-edge").down.queuePackets == 50)
        let sabre = try loader.load("sabre-example")
        #expect(sabre.stepsRepeat)
        #expect(sabre.steps.map(\.length) == Array(repeating: .seconds(30), count: 4))
        #expect(sabre.steps.map(\.down.delay) == [75, 150, 200, 150].map { .milliseconds($0) })
        let lossy = try loader.load("3g-lossy")
        #expect(lossy.down.loss != .none && lossy.up.loss == .none)
    }
}

@Suite struct `A profile loader` {
    /// A folder of its own with these files, gone after `body`.
    private func withFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        try body(folder.path())
    }

    private let plain = "down: {rate: 1 Mbit/s}\nup: {rate: 1 Mbit/s}\n"

    @Test func `names the nearest profile for an unknown one`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileLoader(folders: [shippedFolder]).load("egde")
        }
        #expect(error?.description == "unknown profile 'egde'; did you mean 'edge'?")
    }

    @Test func `points to the list for a name like no other`() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileLoader(folders: [shippedFolder]).load("carrier-pigeon")
        }
        #expect(
            error?.description
                == "unknown profile 'carrier-pigeon'; 'hlslab profiles list' shows all")
    }

    @Test func `says where it looked when there are no profiles at all`() {
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileLoader(folders: ["no/such/folder"]).load("edge")
        }
        #expect(
            error?.description
                == "unknown profile 'edge'; there are no profiles in no/such/folder")
    }

    @Test func `prefers the earlier folder`() throws {
        try withFolder(["nlc-edge.yaml": plain]) { mine throws in
            let loader = ProfileLoader(folders: [mine, shippedFolder])
            #expect(try loader.load("nlc-edge").down.rate == .bitsPerSecond(1_000_000))
            #expect(try loader.load("nlc-3g").down.rate == .bitsPerSecond(780_000))
        }
    }

    @Test func `reads a file by its path`() throws {
        try withFolder(["mine.yaml": plain]) { folder throws in
            let profile = try ProfileLoader(folders: []).load(folder + "/mine.yaml")
            #expect(profile.id == "mine")
        }
    }

    @Test func `refuses an alias that two profiles claim`() throws {
        try withFolder(["a.yaml": plain + "aliases: [x]", "b.yaml": plain + "aliases: [x]"]) {
            folder throws in
            let error = #expect(throws: ConfigurationError.self) {
                try ProfileLoader(folders: [folder]).list()
            }
            #expect(error?.message.hasPrefix("the alias 'x' is taken by ") == true)
            #expect(error?.file?.hasSuffix("/b.yaml") == true)
        }
    }

    static let broken = [
        (
            "down: {rate: 240}",
            "1: 'rate' needs a unit, one of bit/s, kbit/s, Mbit/s or Gbit/s, "
                + "as in '240 kbit/s'"
        ),
        ("up: {rate: 1 bit/s}", "1: missing key 'down'"),
        (
            "down:\n  rate: 1 bit/s\n  lattency: 1 ms",
            "3: unknown key 'lattency'; known are 'rate', "
                + "'delay', 'jitter', 'loss', 'queue', 'duplicate', 'reorder', 'corrupt'"
        ),
        (
            "down:\n  rate: 1 bit/s\n  dellay: 1 ms",
            "3: unknown key 'dellay'; did you mean 'delay'?"
        ),
        (
            "down: {rate: 1 bit/s, loss: {model: gilbert}}",
            "1: 'model' is 'gilbert', not one of "
                + "'independent', 'gilbert-elliott', 'four-state', 'pattern'"
        ),
        (
            "down: {rate: 1 bit/s, loss: {model: independent, p13: 1 %}}",
            "1: unknown key 'p13'; "
                + "known are 'model', 'probability', 'correlation'"
        ),
        (
            "down: {rate: 1 bit/s}\nup: {rate: 1 bit/s}\nrepeat: true",
            "3: 'repeat' needs 'steps' "
                + "to repeat"
        ),
        (
            "down: {rate: 1 bit/s, queue: {room: 5 s, codle: true}}",
            "1: unknown key 'codle'; did you mean 'codel'?"
        ),
        (
            "down: {rate: 1 bit/s, queue: 100 B}",
            "1: 'queue' is '100 B'; it has to be at least 1514"
        ),
        (
            "down: {rate: 1 bit/s, jitter: {amount: 1 ms, distribution: normal, table: [1]}}",
            "1: 'table' goes with 'distribution: table' only"
        ),
        (
            "down: {rate: 1 bit/s, queue: {codel: {interval: 4 s}}}",
            "1: 'interval' is longer than 3 s"
        ),
        (
            "down: {rate: 1 bit/s}\nup: {rate: 1 bit/s}\nsteps: [{for: 1 s}]\n"
                + "trace: {file: a, format: csv}",
            "4: 'trace' is a timeline, and so is 'steps'; keep one of them"
        ),
        (
            "down: {rate: 1 bit/s}\nup: {rate: 1 bit/s}\noutages:\n  - {at: 1 s, for: 2 s, "
                + "every: 1 s}", "4: 'outages[1]' lasts longer than the time from one to the next"
        ),
    ]

    @Test(arguments: broken)
    func `refuses a broken profile with its line`(text: String, complaint: String) throws {
        try withFolder(["p.yaml": text]) { folder throws in
            let error = #expect(throws: ConfigurationError.self) {
                try ProfileLoader(folders: [folder]).load("p")
            }
            #expect(error?.description == "\(folder)/p.yaml:\(complaint)")
        }
    }

    static let traces: [(String, String, [LinkRate])] = [
        ("sabre", "[{\"duration_ms\": 500, \"bandwidth_kbps\": 1.5}]", [.bitsPerSecond(1_500)]),
        ("pensieve", "0 9\n1 2\n2 0\n", [.bitsPerSecond(2_000_000), .bitsPerSecond(0)]),
        ("csv", "duration s,rate kbit/s\n1,7\n", [.bitsPerSecond(7_000)]),
        ("mahimahi", "4\n8\n", []),
    ]

    @Test(arguments: traces)
    func `plays a trace that lies beside the profile`(
        format: String, text: String, rates: [LinkRate]
    ) throws {
        let profile = plain + "trace: {file: a.trace, format: \(format)}"
        try withFolder(["p.yaml": profile, "a.trace": text]) { folder throws in
            let profile = try ProfileLoader(folders: [folder]).load("p")
            #expect(profile.trace == nil)
            #expect(profile.steps.map(\.down.rate) == rates)
            #expect(profile.stepsRepeat == !rates.isEmpty)
            let moments = DeliveryTrace(milliseconds: [4, 8]).map { LinkRate.trace($0) }
            #expect(profile.down.rate == (rates.isEmpty ? moments : .bitsPerSecond(1_000_000)))
        }
    }

    @Test func `names the line of a trace that cannot be played`() throws {
        let profile = plain + "trace: {file: a.trace, format: mahimahi}"
        try withFolder(["p.yaml": profile, "a.trace": "1\nx\n"]) { folder throws in
            let error = #expect(throws: ConfigurationError.self) {
                try ProfileLoader(folders: [folder]).load("p")
            }
            #expect(error?.file == folder + "/a.trace")
            #expect(error?.line == 2)
        }
        try withFolder(["p.yaml": profile]) { folder throws in
            let error = #expect(throws: ConfigurationError.self) {
                try ProfileLoader(folders: [folder]).load("p")
            }
            #expect(
                error?.description
                    == "\(folder)/p.yaml:3: 'trace' cannot be used: \(folder)/a.trace: cannot read "
                    + "the file: it is not there")
        }
    }

    @Test func `reads everything that a profile can say`() throws {
        let text = """
            name: All
            down:
              rate: 1 Mbit/s
              jitter: {amount: 5 ms, distribution: normal, correlation: 25 %}
              loss: {model: four-state, p13: 1 %, p31: 90 %}
              duplicate: 0.1 %
              reorder: {probability: 2 %, gap: 5 packets}
              corrupt: {probability: 0.2 %, correlation: 50 %}
              queue: {room: 40 ms, codel: {target: 10 ms}}
            up:
              rate: unlimited
              loss: {model: pattern, packets: "..x."}
              queue: 150 kB
              jitter: {amount: 1 ms, table: [-8192, 0, 8192]}
            outages: [{at: 10 s, for: 2 s, every: 1 min, effect: drop}]
            steps: [{for: 5 s, up: {rate: 1 kbit/s}}]
            """
        try withFolder(["all.yaml": text]) { folder throws in
            let profile = try ProfileLoader(folders: [folder]).load("all")
            #expect(profile.up.loss == .pattern([false, false, true, false]))
            #expect(profile.down.jitter?.distribution == .normal)
            #expect(profile.down.reorder?.gap == 5)
            #expect(profile.outages.first?.period == .seconds(60))
            #expect(profile.steps.first?.up.rate == .bitsPerSecond(1000))
            #expect(profile.steps.first?.down == profile.down)
            #expect(profile.outages.first?.effect == .drop)
            #expect(
                profile.down.queue
                    == LinkQueue(.time(.milliseconds(40)), codel: .init(target: .milliseconds(10))))
            #expect(profile.up.queue == LinkQueue(.bytes(150_000)))
            #expect(profile.down.corrupt.correlation == Probability(partsPerBillion: 500_000_000))
            #expect(
                profile.up.jitter?.distribution
                    == JitterTable(values: [-8192, 0, 8192]).map { .table($0) })
        }
    }
}
