package import LinkModel

extension LinkProfile {
    /// Draws a link of any kind that a ``SharedLink`` plays: steady or not, wide or narrow, near or
    /// far. Its numbers are round, so that a file can say them.
    static func drawn(using random: inout StableRandom) -> LinkProfile {
        var down = LinkDirection.drawn(using: &random)
        var up = LinkDirection.drawn(using: &random)
        if random.oneIn(3) { down.jitter = .drawn(using: &random) }
        if random.oneIn(6) { up.jitter = .drawn(using: &random) }
        if random.oneIn(4) { down.loss = .drawn(using: &random) }
        if random.oneIn(8) { up.loss = .drawn(using: &random) }
        if random.oneIn(12) { down.duplicate = LinkChance(.percent(1 + random.index(below: 3))) }
        if random.oneIn(12) { down.corrupt = LinkChance(.percent(1)) }
        if random.oneIn(6) { down.queue = .drawn(using: &random) }
        var profile = LinkProfile(id: "explored", name: "Explored", down: down, up: up)
        if random.oneIn(6) {
            profile.dnsDelay = .milliseconds(random.index(below: 2_000))
        }
        if random.oneIn(5) { profile.outages = [.drawn(using: &random)] }
        if random.oneIn(6) {
            profile.steps = (0..<1 + random.index(below: 3)).map { _ in
                var step = LinkStep(
                    length: .milliseconds(500 + random.index(below: 9_500)), down: down, up: up)
                step.down.rate = .drawn(using: &random)
                step.down.delay = .milliseconds(random.index(below: 600))
                return step
            }
            profile.stepsRepeat = random.oneIn(2)
        }
        return profile
    }

    /// A link that has no part in what goes wrong: 10 Mbit/s, 20 ms there and back.
    package static let plain = LinkProfile(
        id: "explored", name: "Plain",
        down: LinkDirection(rate: .bitsPerSecond(10_000_000), delay: .milliseconds(10)),
        up: LinkDirection(rate: .bitsPerSecond(10_000_000), delay: .milliseconds(10)))
}

extension LinkRate {
    /// 32 kbit/s to 64 Mbit/s, each octave as often as another; unlimited now and then.
    fileprivate static func drawn(using random: inout StableRandom) -> LinkRate {
        if random.oneIn(20) { return .unlimited }
        let octave = 32_000 << random.index(below: 11)
        return .bitsPerSecond(octave + random.index(below: octave / 1_000) * 1_000)
    }
}

extension LinkDirection {
    fileprivate static func drawn(using random: inout StableRandom) -> LinkDirection {
        LinkDirection(
            rate: .drawn(using: &random),
            delay: .milliseconds(
                random.oneIn(4) ? random.index(below: 700) : random.index(below: 60)))
    }
}

extension LinkJitter {
    fileprivate static func drawn(using random: inout StableRandom) -> LinkJitter {
        let shapes: [Distribution] = [.uniform, .normal, .pareto, .paretonormal]
        return LinkJitter(
            amount: .milliseconds(1 + random.index(below: 40)), distribution: random.pick(shapes),
            correlation: .percent(random.oneIn(2) ? 0 : random.index(below: 60)))
    }
}

extension LinkLoss {
    fileprivate static func drawn(using random: inout StableRandom) -> LinkLoss {
        if random.oneIn(3) {
            return .gilbertElliott(
                GilbertElliott(
                    toBad: .percent(1 + random.index(below: 4)),
                    toGood: .percent(20 + random.index(below: 60)),
                    lossInBad: .percent(20 + random.index(below: 60))))
        }
        return .independent(.percent(1 + random.index(below: 6)), correlation: .never)
    }
}

extension LinkQueue {
    fileprivate static func drawn(using random: inout StableRandom) -> LinkQueue {
        let rooms: [Room] = [
            .packets(4 + random.index(below: 40)), .bytes(8_000 + 1_000 * random.index(below: 100)),
            .time(.milliseconds(50 + random.index(below: 1_000))),
        ]
        return LinkQueue(random.pick(rooms), codel: random.oneIn(2) ? CoDel() : nil)
    }
}

extension LinkOutage {
    fileprivate static func drawn(using random: inout StableRandom) -> LinkOutage {
        let length = 200 + random.index(below: 15_000)
        return LinkOutage(
            start: .milliseconds(random.index(below: 10_000)), length: .milliseconds(length),
            period: random.oneIn(2)
                ? .milliseconds(length + 2_000 + random.index(below: 20_000)) : nil,
            effect: random.oneIn(2) ? .hold : .drop)
    }
}

extension Probability {
    static func percent(_ percent: Int) -> Probability {
        Probability(partsPerBillion: percent * 10_000_000)
    }
}
