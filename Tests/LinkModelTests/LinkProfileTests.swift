import LinkModel
import Testing

@Suite struct `A link profile` {
    @Test func `with only rate, delay and queue is supported`() throws {
        let profile = LinkProfile.plain(down: .bitsPerSecond(1), delay: .seconds(1), queue: 1)
        #expect(profile.unsupportedFeatures.isEmpty)
        try profile.requireSupport()
    }

    static let demands: [(LinkFeature, @Sendable (inout LinkProfile) -> Void)] = [
        (.loss, { $0.up.loss = .pattern([true, false]) }),
        (.jitter, { $0.down.jitter = LinkJitter(amount: .milliseconds(1)) }),
        (.duplication, { $0.down.duplicate = .always }),
        (.reordering, { $0.up.reorder = LinkReordering(probability: .always) }),
        (.corruption, { $0.down.corrupt = .always }),
        (.dnsDelay, { $0.dnsDelay = .seconds(3) }),
        (.outages, { $0.outages = [LinkOutage(start: .zero, length: .seconds(1))] }),
        (.steps, { $0.steps = [LinkStep(length: .seconds(1), down: $0.down, up: $0.up)] }),
        (.trace, { $0.trace = LinkTraceReference(path: "a", format: .csv) }),
    ]

    @Test(arguments: demands)
    func `is refused by the name of what the link cannot play`(
        feature: LinkFeature, ask: @Sendable (inout LinkProfile) -> Void
    ) {
        var profile = LinkProfile.plain()
        ask(&profile)
        #expect(profile.unsupportedFeatures == [feature])
        let refusal = #expect(throws: UnsupportedLinkFeatures.self) { try SharedLink(profile) }
        #expect(
            refusal?.description
                == "profile 'plain' asks for \(feature.rawValue), which the in-process link does "
                + "not play yet; choose a profile with only rate, delay and queue")
    }

    @Test func `is refused with every feature that it asks for`() {
        var profile = LinkProfile.plain()
        profile.down.loss = .independent(.always, correlation: .never)
        profile.down.jitter = LinkJitter(amount: .seconds(1))
        profile.dnsDelay = .seconds(3)
        let refusal = #expect(throws: UnsupportedLinkFeatures.self) { try profile.requireSupport() }
        #expect(
            refusal?.description.hasPrefix(
                "profile 'plain' asks for loss, jitter and a DNS delay, which") == true)
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
        var world = try VirtualLink(profile)
        let (connection, start) = world.connect()
        world.link.offer(300_000, on: connection, .down, at: start + .milliseconds(100))
        world.settle()
        let took = try #require(world.history.last).time.elapsed
        let allowed = profile.transferTime(payloadBytes: 300_000, roundTrips: 2)
        #expect(took >= allowed)
        #expect(took <= allowed + .milliseconds(5))
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
