package import LinkModel
package import PlaybackCore
package import Scenarios

/// What no player exceeds over a link, whatever its rule, its connections and its luck.
///
/// The link without what it loses and delays: from the fourth round trip on (connection, multivariant
/// playlist, media playlist, first segment) it carries full segments at its rate, one behind the other,
/// and what has passed its bottleneck arrives after the shortest of its delays, whatever its rate is by
/// then. Handshakes, slow start, loss, retransmissions, jitter, outages and other traffic only take away from
/// that. The buffer has no limit, so that to replace what is queued brings nothing either: the order
/// of play is the best order to fetch in. What an ``PlaybackCore/Oracle`` finds here is therefore a
/// bound and not a plan: how much of the distance to it is TCP's and how much the rule's, it does not
/// say.
package struct LinkCeiling: Sendable {
    /// Round trips before the first byte of media.
    package static let roundTrips = 4

    private struct Step: Sendable {
        /// Milliseconds since the link began.
        var start: Double
        /// Of payload, in bits per millisecond; infinite without a limit.
        var rate: Double
    }

    /// Milliseconds before which no media arrives.
    package let lead: Double
    /// Milliseconds that nothing needs less from the bottleneck to its arrival.
    private let delay: Double
    private let steps: [Step]
    /// Milliseconds after which the steps begin anew; nil: the last one stays.
    private let cycle: Double?

    /// - Returns: nil for a link whose packets leave at recorded moments, which has no rate to bound
    ///   it by, and for one that carries nothing.
    package init?(_ profile: LinkProfile) {
        let stretches =
            profile.steps.isEmpty
            ? [LinkStep(length: .seconds(1), down: profile.down, up: profile.up)] : profile.steps
        var time = 0.0
        var steps: [Step] = []
        for stretch in stretches {
            guard let rate = Self.payloadRate(stretch.down.rate) else { return nil }
            steps.append(Step(start: time, rate: rate))
            time += stretch.length / .milliseconds(1)
        }
        guard steps.contains(where: { $0.rate > 0 }) else { return nil }
        guard profile.stepsRepeat || (steps.last?.rate ?? 0) > 0 else { return nil }
        self.steps = steps
        cycle = profile.stepsRepeat && steps.count > 1 ? time : nil
        delay = stretches.map { Self.shortestDelay($0.down) }.min() ?? 0
        let trips = stretches.map { Self.shortestDelay($0.down) + Self.shortestDelay($0.up) }
        lead = Double(Self.roundTrips) * (trips.min() ?? 0)
    }

    /// Milliseconds; none where chance may take all of it away.
    private static func shortestDelay(_ direction: LinkDirection) -> Double {
        guard direction.jitter == nil, direction.reorder == nil else { return 0 }
        return direction.delay / .milliseconds(1)
    }

    /// Bits per millisecond, infinite without a limit; nil for a trace. Full segments alone: nothing
    /// carries more payload in a frame.
    static func payloadRate(_ rate: LinkRate) -> Double? {
        switch rate {
        case .unlimited: .infinity
        case .bitsPerSecond(let bits):
            Double(bits) / 1_000 * Double(Framing.segmentPayload) / Double(Framing.fullFrame)
        case .trace: nil
        }
    }

    /// Milliseconds since the link began before which the last of so many bits cannot have come, those
    /// before them being there at a time.
    package func end(of bits: Double, requestedAt start: Double) -> Double {
        // When the first of them is at the bottleneck, others having been there until then.
        var time = max(start, lead) - delay
        var rest = bits
        var (index, offset) = place(of: time)
        while true {
            let length = length(of: index)
            let rate = steps[index].rate
            if rest <= (length - offset) * rate {
                return (rest > 0 ? time + rest / rate : time) + delay
            }
            rest -= (length - offset) * rate
            time += length - offset
            (index, offset) = (index + 1 == steps.count ? 0 : index + 1, 0)
        }
    }

    private func place(of time: Double) -> (index: Int, offset: Double) {
        let within = cycle.map { time.truncatingRemainder(dividingBy: $0) } ?? time
        let index = steps.lastIndex { $0.start <= within } ?? 0
        return (index, within - steps[index].start)
    }

    private func length(of index: Int) -> Double {
        let end = index + 1 < steps.count ? steps[index + 1].start : cycle ?? .infinity
        return end - steps[index].start
    }

    /// The most that playing an asset once from its beginning can bring, on QoE_lin with the start as
    /// a stall, in Mbit/s.
    /// - Returns: nil when the asset has no variant with segments.
    package func bound(of catalog: AssetCatalog) -> Double? {
        guard let ladder = Ladder(of: catalog) else { return nil }
        var settings = Oracle.Settings()
        settings.bufferSize = .infinity
        settings.mostStates = Self.mostStates
        return Oracle.solve(ladder, settings) { end(of: $1, requestedAt: $0) }.bound
    }

    /// States of a search: with fewer the bound is a little higher, and still one.
    private static let mostStates = 200
}

extension Ladder {
    /// The video of an asset as a player chooses from it; nil when it has none.
    ///
    /// Of segments that do not all last the same, the longest counts: a bound stays one.
    package init?(of catalog: AssetCatalog) {
        let variants = catalog.variants.sorted { $0.peakBitRate < $1.peakBitRate }
        let streams = variants.compactMap { catalog.stream($0.stream)?.segments }
        guard let count = streams.map(\.count).min(), count > 0, streams.count == variants.count
        else { return nil }
        let longest = streams.flatMap { $0 }.reduce(0.0) { max($0, $1.seconds ?? 0) }
        guard longest > 0, variants[0].peakBitRate > 0 else { return nil }
        self.init(
            bitrates: variants.map { Double($0.peakBitRate) / 1_000 },
            segmentDuration: longest * 1_000, segmentCount: count,
            sizes: (0..<count).map { index in streams.map { Double($0[index].length) * 8 } })
    }
}
