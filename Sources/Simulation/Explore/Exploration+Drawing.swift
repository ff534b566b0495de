internal import DownloadCore
internal import LinkModel
internal import Scenarios

extension Exploration {
    /// Draws an exploration. The same seed gives the same one, on every machine.
    package init(seed: UInt64) {
        // Neighbouring seeds of the generator itself would share most of their numbers.
        var random = StableRandom(seed: StableRandom.number(0, ofSeed: seed))
        self.init(
            seed: seed, asset: Self.asset(&random), link: .drawn(using: &random))
        parallelRequests = 1 + random.index(below: 6)
        if random.oneIn(6) { requestsPerHost = 1 + random.index(below: parallelRequests) }
        order = random.oneIn(4) ? .byStream : .byTime
        waitsForSpace = !random.oneIn(3)
        allowsMeteredNetwork = !random.oneIn(3)
        quality = random.pick([
            .best, .best, .fast,
            .minimumBitrate(bitsPerSecond: 20_000 + random.index(below: 80_000)),
        ])
        faults = (0..<random.pick([0, 0, 1, 1, 2, 3, 4, 5])).map { _ in
            Fault.drawn(segments: segmentCount, using: &random)
        }
        interruptions = (0..<random.pick([0, 0, 1, 1, 2, 3])).map { _ in
            Interruption.drawn(using: &random)
        }
        if changesOrigin, case .minimumBitrate = quality {
            // Another version has other bitrates, so that the words would mean another variant.
            quality = .best
        }
        // From numbers of its own: what was drawn before there were players stays as it was.
        var own = StableRandom(seed: StableRandom.number(1, ofSeed: seed))
        if own.oneIn(3) { drawPlayback(&own) }
    }

    var segmentCount: Int {
        Int((asset.duration / asset.segmentDuration).rounded(.up))
    }

    private static func asset(_ random: inout StableRandom) -> SyntheticDescription {
        let segmentSeconds = 1 + random.index(below: 6)
        let segments = 1 + random.index(below: 8)
        var rate = 8_000 + random.index(below: 40_000)
        let variants = (0..<1 + random.index(below: 3)).map { place in
            if place > 0 { rate += rate / 2 + random.index(below: rate) }
            return SyntheticDescription.Variant(
                id: "v\(place + 1)", bitsPerSecond: rate, width: 16 * (place + 1),
                height: 16 * (place + 1), frameRate: 25)
        }
        let peak = 100 + random.index(below: 101)
        return SyntheticDescription(
            id: "explored", title: "Explored", duration: .seconds(segmentSeconds * segments),
            segmentDuration: .seconds(segmentSeconds), seed: random.next() >> 32,
            pattern: random.pick([
                .constant, .random(peakPercent: peak), .sawtooth(peakPercent: peak),
            ]), variants: variants)
    }
}

extension Exploration.Interruption {
    fileprivate static func drawn(using random: inout StableRandom) -> Self {
        let time = Duration.milliseconds(random.index(below: 20_000))
        let length = Duration.milliseconds(1 + random.index(below: 40_000))
        let commands = 1 + random.index(below: 80)
        switch random.below(16) {
        case 0...4: return .kill(afterCommands: commands)
        case 5...6: return .powerCut(afterCommands: commands)
        case 7...8: return .suspend(at: time, for: length)
        case 9: return .suspend(at: time, for: Exploration.forEver)
        case 10...11: return .network(.unavailable, at: time, for: length)
        case 12: return .network(.metered, at: time, for: length)
        case 13: return .diskFull(at: time, for: length)
        case 14: return .newVersion(at: time)
        default: return .newPresentation
        }
    }
}

extension Fault {
    /// Statuses that are worth another try, and those that are not.
    private static let statuses = [404, 408, 425, 429, 500, 502, 503, 504, 401, 403, 410]

    fileprivate static func drawn(segments: Int, using random: inout StableRandom) -> Fault {
        let byte = random.index(below: 60_000)
        let pause = Duration.milliseconds(random.index(below: 60_000))
        let seconds = random.index(below: 12)
        let kinds: [FaultMatch.Kind?] = [.segment, .segment, .segment, .mediaPlaylist, nil]
        var match = FaultMatch(kind: random.pick(kinds))
        if random.oneIn(3) { match.segment = 1 + random.index(below: segments) }
        let effect: FaultEffect
        switch random.below(12) {
        case 0...2: effect = .status(random.pick(statuses))
        case 3: effect = .status(random.pick([429, 503]), retryAfter: .seconds(seconds))
        case 4:
            effect = .status(
                random.pick([429, 503]), retryAfter: .date(secondsFromNow: seconds))
        case 5: effect = .delay(pause)
        case 6: effect = .stall(afterByte: byte, for: pause)
        case 7: effect = .truncate(afterByte: byte)
        case 8:
            // Of segments only, and inside a packet: elsewhere nothing could tell.
            match.kind = .segment
            effect = .truncateWithoutLength(afterByte: byte / 188 * 188 + 1)
        case 9: effect = .reset(afterByte: byte)
        case 10: effect = .redirect(to: "/lost/\(byte)")
        default: effect = .wrongType
        }
        let times = random.oneIn(10) ? nil : 1 + random.index(below: 4)
        return Fault(match: match, effect: effect, times: times)
    }
}

extension StableRandom {
    /// A number in `0..<bound`.
    mutating func index(below bound: Int) -> Int {
        Int(below(UInt64(bound)))
    }

    mutating func oneIn(_ count: Int) -> Bool { index(below: count) == 0 }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[index(below: values.count)]
    }
}
