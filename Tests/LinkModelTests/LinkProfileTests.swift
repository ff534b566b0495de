import LinkModel
import Testing

@Suite struct `A link profile` {
    @Test func `is supported whatever its directions and its timeline ask for`() throws {
        var profile = LinkProfile.plain(down: .bitsPerSecond(1), delay: .seconds(1), queue: 1)
        profile.up.loss = .pattern([true, false])
        profile.down.jitter = LinkJitter(amount: .milliseconds(1))
        profile.down.duplicate = .always
        profile.up.reorder = LinkReordering(probability: .always)
        profile.down.corrupt = .always
        profile.dnsDelay = .seconds(3)
        profile.outages = [LinkOutage(start: .zero, length: .seconds(1))]
        profile.steps = [LinkStep(length: .seconds(1), down: profile.down, up: profile.up)]
        #expect(profile.unsupportedFeatures.isEmpty)
        try profile.requireSupport()
    }

    @Test func `is refused by the name of what the link cannot play`() {
        var profile = LinkProfile.plain()
        profile.trace = LinkTraceReference(path: "a", format: .csv)
        #expect(profile.unsupportedFeatures == [.trace])
        let refusal = #expect(throws: UnsupportedLinkFeatures.self) { try SharedLink(profile) }
        #expect(
            refusal?.description
                == "profile 'plain' asks for a trace file that was not read, which the in-process "
                + "link does not play; read it into the profile's rates, or choose another profile"
        )
    }

    @Test func `allows a transfer its round trips and the time of its frames`() {
        var profile = LinkProfile.plain(down: .bitsPerSecond(240_000), up: .bitsPerSecond(200_000))
        profile.down.delay = .milliseconds(400)
        profile.up.delay = .milliseconds(440)
        #expect(
            profile.transferTime(payloadBytes: 1_000_000, roundTrips: 4)
                == .nanoseconds(38_213_533_333))
        #expect(profile.transferTime(payloadBytes: 0, roundTrips: 1) == .milliseconds(840))
    }

    @Test func `allows no less time than its own link takes`() throws {
        let profile = LinkProfile.plain(
            down: .bitsPerSecond(780_000), up: .bitsPerSecond(330_000), delay: .milliseconds(100))
        let plan = TransferPlan(objects: [300_000], requestBytes: 1, spread: .zero)
        let times = try #require(try TransferRun.times(of: plan, over: profile, seed: 1))[0]
        let took = times.connect + times.objects[0].lastByte
        let allowed = profile.transferTime(payloadBytes: 300_000, roundTrips: 2)
        #expect(took >= allowed)
        // Ten segments do not fill the link for its first round trip.
        #expect(took <= allowed + profile.roundTripTime / 2)
    }

    @Test func `allows a link without a rate only its round trips`() {
        let profile = LinkProfile.plain(delay: .milliseconds(10))
        #expect(profile.transferTime(payloadBytes: 1 << 40, roundTrips: 3) == .milliseconds(60))
    }

    @Test(arguments: [
        (LinkRate.unlimited, "unlimited"), (.bitsPerSecond(240_000), "240 kbit/s"),
        (.bitsPerSecond(1_600_000), "1.6 Mbit/s"), (.bitsPerSecond(999), "999 bit/s"),
        (.bitsPerSecond(1_234_567), "1.234567 Mbit/s"),
        (.bitsPerSecond(2_000_000_000), "2 Gbit/s"), (.bitsPerSecond(1_000_001), "1.000001 Mbit/s"),
    ])
    func `prints its rate as files write it`(rate: LinkRate, text: String) {
        #expect(rate.description == text)
    }

    @Test(arguments: [
        (0, "0 %"), (20_000_000, "2 %"), (1_000_000, "0.1 %"), (1_000_000_000, "100 %"),
        (1, "0.0000001 %"),
    ])
    func `prints a probability in percent`(partsPerBillion: Int, text: String) {
        #expect(Probability(partsPerBillion: partsPerBillion).description == text)
    }
}
