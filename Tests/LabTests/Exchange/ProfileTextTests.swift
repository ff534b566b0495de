@testable import Lab
import LinkModel
import Testing

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
