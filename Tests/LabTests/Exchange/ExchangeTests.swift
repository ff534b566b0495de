import Foundation
@testable import Lab
import LinkModel
import Testing

/// The profiles of the checkout, found from this file.
private let profiles = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Profiles").path

private func known() throws -> [LinkProfile] { try ProfileLoader(folders: [profiles]).list() }

private func imported(
    _ text: String, _ format: LinkFormat, section: String? = nil, id: String = "mine"
) throws -> (profile: LinkProfile, exchange: ProfileExchange) {
    var work = ProfileImport(
        file: "a.txt", bytes: Array(text.utf8), format: format, id: id, section: section,
        known: try known())
    return try work.run()
}

@Suite struct `A profile's text` {
    @Test func `is read as the profile again, for every profile there is`() throws {
        for profile in try known() {
            let text = ProfileText.of(profile)
            let node = try ConfigurationDocument.parse(text, file: "a.yaml")
            #expect(try LinkProfile(node, id: profile.id) == profile, "\(text)")
        }
    }

    @Test func `holds all that a direction can be`() throws {
        let table = try #require(JitterTable(values: [-32768, 5, 32767]))
        let model = LinkLoss.FourState(
            p13: Probability(partsPerBillion: 1), p31: .always, p32: .never, p23: .never,
            p14: Probability(partsPerBillion: 123_456_789))
        let direction = LinkDirection(
            rate: .bitsPerSecond(1_234_567), delay: .nanoseconds(1_500_001),
            jitter: LinkJitter(
                amount: .microseconds(1), distribution: .table(table),
                correlation: Probability(partsPerBillion: 5)),
            loss: .fourState(model),
            queue: LinkQueue(
                .bytes(9_999), codel: .init(target: .seconds(1), interval: .seconds(3))),
            duplicate: LinkChance(.always, correlation: .always),
            reorder: LinkReordering(probability: .always, correlation: .always, gap: 7),
            corrupt: LinkChance(Probability(partsPerBillion: 7)))
        let plain = LinkDirection(rate: .unlimited)
        let stopped = LinkDirection(rate: .bitsPerSecond(0))
        var pattern = plain
        pattern.loss = .pattern([true, false])
        pattern.queue = LinkQueue(.time(.milliseconds(3)))
        pattern.jitter = LinkJitter(amount: .seconds(1), distribution: .paretonormal)
        let profile = LinkProfile(
            id: "all", name: "yes", summary: "a \"quoted\" \\ #text: {with} [marks]\n\tand \u{1}",
            source: "- 'x'", aliases: ["true", "1.5", "é"], down: direction, up: plain,
            dnsDelay: .milliseconds(1),
            outages: [
                LinkOutage(
                    start: .zero, length: .seconds(1), period: .seconds(2), effect: .drop),
                LinkOutage(start: .seconds(3), length: .nanoseconds(1)),
            ],
            steps: [
                LinkStep(length: .seconds(90), down: direction, up: pattern),
                LinkStep(length: .nanoseconds(7), down: stopped, up: plain),
                LinkStep(length: .seconds(1), down: plain, up: direction),
            ], stepsRepeat: true)
        let node = try ConfigurationDocument.parse(ProfileText.of(profile), file: "all.yaml")
        #expect(try LinkProfile(node, id: "all") == profile)
    }
}

@Suite struct `A link of another program` {
    static let texts: [(LinkFormat, String)] = [
        (.mahimahi, "1\n2\n"), (.pensieve, "0.5 1.25\n1 2\n"),
        (.sabre, "[{\"duration_ms\": 1, \"bandwidth_kbps\": 1, \"latency_ms\": 1}]"),
        (.devtools, "{\"download\": 1, \"upload\": 1, \"latency\": 1}"),
        (.csv, "duration s,rate kbit/s\n1,1\n"), (.webpagetest, "; c\n[3G]\nbwIn=1\n"),
        (.nlc, "<?xml version=\"1.0\"?>\n<plist/>"), (.yaml, "name: a\ndown: {rate: 1 bit/s}\n"),
    ]

    @Test(arguments: texts)
    func `is known by its content`(format: LinkFormat, text: String) {
        #expect(LinkFormat.guess(Array(text.utf8)) == format)
    }

    @Test(arguments: ["", "hello world\n", "\n\n", "1 2 3\n"])
    func `is not guessed from anything`(text: String) {
        #expect(LinkFormat.guess(Array(text.utf8)) == nil)
    }

    /// What presets hold survives their formats.
    @Test(arguments: [LinkFormat.webpagetest, .nlc, .devtools])
    func `holds what its format can, there and back`(format: LinkFormat) throws {
        for profile in try known() where profile.steps.isEmpty {
            let exchange = try ProfileExport(profile: profile, format: format).run()
            let back = try imported(exchange.text, format).profile
            #expect(back.down.rate == profile.down.rate)
            #expect(back.up.rate == profile.up.rate)
            #expect(back.roundTripTime == profile.roundTripTime)
            if format == .nlc {
                #expect(back.down.delay == profile.down.delay)
                #expect(
                    back.down.loss.mean.partsPerBillion / 10 == profile.down.loss.mean
                        .partsPerBillion / 10)
                #expect(back.dnsDelay == profile.dnsDelay)
            }
        }
    }

    /// What recordings hold survives their formats.
    @Test(arguments: [LinkFormat.sabre, .pensieve, .csv])
    func `holds its timeline, there and back`(format: LinkFormat) throws {
        for profile in try known() where !profile.steps.isEmpty {
            let exchange = try ProfileExport(profile: profile, format: format).run()
            let back = try imported(exchange.text, format).profile
            #expect(back.steps.map(\.length) == profile.steps.map(\.length))
            #expect(back.steps.map(\.down.rate) == profile.steps.map(\.down.rate))
            if format != .pensieve {
                #expect(back.steps.map(\.down.delay) == profile.steps.map(\.down.delay))
            }
            #expect(back.stepsRepeat)
        }
    }

    @Test func `keeps a Mahimahi trace's file beside the profile`() throws {
        let (profile, exchange) = try imported("1\n5\n", .mahimahi)
        #expect(exchange.companion == .init(name: "mine.mahimahi", bytes: Array("1\n5\n".utf8)))
        #expect(exchange.text.contains("trace: {file: mine.mahimahi, format: mahimahi}"))
        #expect(try ProfileExport(profile: profile, format: .mahimahi).run().text == "1\n5\n")
    }

    @Test func `is chosen by its name among several`() throws {
        let text = "[a]\nbwIn=1\nbwOut=1\nlatency=2\n[b]\nbwIn=2\nbwOut=2\nlatency=2\n"
        let second = try imported(text, .webpagetest, section: "b").profile
        #expect(second.down.rate == .bitsPerSecond(2))
        let none = #expect(throws: ConfigurationError.self) { try imported(text, .webpagetest) }
        #expect(
            none?.description
                == "a.txt: there are 2 links; choose one with --section: 'a', 'b'")
    }

    static let broken: [(LinkFormat, String, String)] = [
        (
            .sabre, "[{\"duration_ms\": 1}]",
            "item 1: 'bandwidth_kbps' is missing; the file has to be a list of periods with "
                + "duration_ms, bandwidth_kbps and latency_ms"
        ),
        (
            .sabre, "[{\"duration_ms\": \"1\"}]",
            "item 1, duration_ms: the value has another type; the file has to be a list of periods "
                + "with duration_ms, bandwidth_kbps and latency_ms"
        ),
        (
            .sabre, "[{\"duration_ms\": -1, \"bandwidth_kbps\": 1}]",
            "period 1 has a number that is negative or beyond all links"
        ),
        (
            .sabre, "[",
            "the file cannot be parsed; it has to be a list of periods with duration_ms, "
                + "bandwidth_kbps and latency_ms"
        ),
        (
            .devtools, "{\"download\": 0, \"upload\": 1, \"latency\": 1}",
            "'preset 1' has 0.0 bytes per second; use more than 0, or -1 for no limit"
        ),
        (
            .devtools, "{\"download\": 1}",
            "'preset 1' does not have all of conditions with download and upload in bytes per second "
                + "and latency in ms; add them"
        ),
        (
            .nlc, "<plist/>",
            "the file cannot be parsed; it has to be a property list of profiles with "
                + "DownlinkBandwidth and so on"
        ),
        (.yaml, "down: {}", "it is a profile already; put it into a folder of profiles"),
    ]

    @Test(arguments: broken)
    func `is refused in words`(format: LinkFormat, text: String, message: String) {
        let error = #expect(throws: ConfigurationError.self) { try imported(text, format) }
        #expect(error?.message == message)
    }
}

@Suite struct `The linter of imports` {
    static let suspects: [(LinkFormat, String, String)] = [
        (
            .csv, "duration s,rate kbit/s,delay ms\n60,780,200\n",
            "the delay of 200 ms is twice that of '3g-lossy' (100 ms one way) at the same rate of "
                + "780 kbit/s: is it a round trip? then halve it"
        ),
        (
            .webpagetest, "[x]\nbwIn=5000000\nbwOut=1000000\nlatency=14\n",
            "the delay of 7 ms is half of that of 'wpt-cable' (14 ms one way) at the same rate of "
                + "5 Mbit/s: was the latency one way? then double it"
        ),
        (
            .nlc,
            "<plist><dict><key>DownlinkBandwidth</key><integer>6240</integer>"
                + "<key>DownlinkDelay</key><integer>100</integer><key>UplinkBandwidth</key>"
                + "<integer>2640</integer><key>UplinkDelay</key><integer>100</integer></dict></plist>",
            "the rate of 6.24 Mbit/s is eight times that of '3g-lossy' (780 kbit/s) with the same "
                + "delay: were bytes taken for bits, or bits for bytes?"
        ),
        (
            .devtools, "{\"download\": 25000, \"upload\": 12000, \"latency\": 300}",
            "the rate of 200 kbit/s is an eighth of that of 'wpt-3g' (1.6 Mbit/s) with the same "
                + "delay: were bytes taken for bits, or bits for bytes?"
        ),
        (
            .webpagetest, "[x]\nlabel=\"500 KBps\"\nbwIn=500000\nbwOut=500000\nlatency=10\n",
            "the file says 'KBps', which are bytes; the way down is read as 500 kbit/s: is that "
                + "eight times too little?"
        ),
    ]

    @Test(arguments: suspects)
    func `names its evidence`(format: LinkFormat, text: String, warning: String) throws {
        #expect(try imported(text, format).exchange.warnings == [warning])
    }

    @Test func `suspects no profile of its own`() throws {
        for profile in try known() where profile.steps.isEmpty {
            for format in [LinkFormat.nlc, .webpagetest, .devtools] {
                let text = try ProfileExport(profile: profile, format: format).run().text
                let warnings = try imported(text, format, id: profile.id).exchange.warnings
                #expect(warnings.isEmpty, "\(profile.id) as \(format)")
            }
        }
    }
}

@Suite struct `An export` {
    @Test(arguments: [LinkFormat.mahimahi, .sabre, .pensieve, .csv])
    func `is refused where the format needs a rate`(format: LinkFormat) throws {
        let profile = LinkProfile(
            id: "free", name: "Free", down: LinkDirection(rate: .unlimited),
            up: LinkDirection(rate: .unlimited))
        let error = #expect(throws: ConfigurationError.self) {
            try ProfileExport(profile: profile, format: format).run()
        }
        #expect(
            error?.description
                == "cannot export 'free' as \(format.rawValue): a rate of the way down is "
                + "'unlimited', and the format needs bits per second; export another profile or "
                + "another format")
    }

    @Test func `says all that is lost`() throws {
        let leo = try #require(try known().first { $0.id == "sat-leo" })
        let notes = try ProfileExport(profile: leo, format: .pensieve).run().notes
        #expect(
            notes == [
                "pensieve does not hold the way up (12.6 Mbit/s)",
                "pensieve does not hold the delay (20 ms down, 20 ms up)",
                "pensieve does not hold loss (0.5 %)", "pensieve does not hold jitter",
                "pensieve does not hold description, source",
            ])
        let edge = try #require(try known().first { $0.id == "nlc-edge" })
        #expect(
            try ProfileExport(profile: edge, format: .webpagetest).run().notes == [
                "webpagetest does not hold a delay for each way (400 ms down, 440 ms up): the round "
                    + "trip is kept",
                "webpagetest does not hold description, source, aliases",
            ])
        #expect(try ProfileExport(profile: edge, format: .yaml).run().notes.isEmpty)
    }
}
