package import LinkModel
package import PlaybackCore

extension LinkCapacity {
    /// Changes of a link that are told of, at most.
    private static let mostSteps = 20_000

    /// What a profile's link can carry towards the engine between two times since it began: its rate in
    /// full segments, nothing in outages. Loss, handshakes and slow start take away from it.
    /// - Parameter start: the capacity's time 0.
    /// - Returns: nil for a link without a limit, for one whose packets leave at recorded moments, and
    ///   for one that changes too often to be told of.
    package init?(of profile: LinkProfile, from start: Duration, to end: Duration) {
        let stretches =
            profile.steps.isEmpty
            ? [LinkStep(length: .seconds(1), down: profile.down, up: profile.up)] : profile.steps
        var rates: [(begin: Duration, bitsPerSecond: Double)] = []
        var cycle = Duration.zero
        for stretch in stretches {
            guard let rate = LinkCeiling.payloadRate(stretch.down.rate), rate.isFinite else {
                return nil
            }
            rates.append((cycle, rate * 1_000))
            cycle += stretch.length
        }
        let repeats = profile.stepsRepeat && rates.count > 1
        guard
            let changes = Self.changes(
                profile, rates.map(\.begin), cycle: repeats ? cycle : nil, start, end)
        else { return nil }
        var steps: [Step] = []
        for change in changes {
            let place = repeats ? Self.rest(change, of: cycle) : change
            let isOut = profile.outages.contains { outage in
                guard change >= outage.start else { return false }
                let since = change - outage.start
                return (outage.period.map { Self.rest(since, of: $0) } ?? since) < outage.length
            }
            let rate = isOut ? 0 : rates.last { $0.begin <= place }?.bitsPerSecond ?? 0
            if steps.last?.bitsPerSecond != rate {
                steps.append(Step(start: change - start, bitsPerSecond: rate))
            }
        }
        self.init(steps)
    }

    /// When the rate may change, rising, the start first; nil: too often.
    private static func changes(
        _ profile: LinkProfile, _ begins: [Duration], cycle: Duration?, _ start: Duration,
        _ end: Duration
    ) -> [Duration]? {
        var times: Set<Duration> = [start]
        /// Takes in a time, and where it has a period those that follow it.
        func add(_ first: Duration, every period: Duration?) -> Bool {
            var time = first
            if let period, period > .zero, time < start {
                time += period * Int((start - time) / period)
            }
            while time < end {
                if time > start { times.insert(time) }
                guard times.count <= mostSteps else { return false }
                guard let period, period > .zero else { break }
                time += period
            }
            return true
        }
        let areFew =
            begins.allSatisfy { add($0, every: cycle) }
            && profile.outages.allSatisfy {
                add($0.start, every: $0.period) && add($0.start + $0.length, every: $0.period)
            }
        return areFew ? times.sorted() : nil
    }

    private static func rest(_ time: Duration, of period: Duration) -> Duration {
        guard period > .zero else { return time }
        return time - period * Int(time / period)
    }
}
