@testable import Lab
import LinkModel
import Testing

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
