/// A direction's timeline, asked for what holds at a time. Remembers nothing.
struct PathSchedule: Sendable {
    private struct Step: Sendable {
        /// From the beginning of the timeline.
        var end: Int
        var direction: LinkDirection
    }

    private struct Outage: Sendable {
        var start: Int
        var length: Int
        /// `Int.max` for a single one.
        var period: Int
        var effect: LinkOutage.Effect
    }

    /// The time that the timeline counts from.
    let beginning: Int
    private let base: LinkDirection
    private let steps: [Step]
    private let repeats: Bool
    private let outages: [Outage]

    init(_ direction: LinkDirection, _ timeline: LinkTimeline, from beginning: Int) {
        self.beginning = beginning
        base = direction
        var end = 0
        steps = timeline.steps.map {
            precondition($0.length > .zero, "a step without length would never end")
            end += $0.length.wholeNanoseconds
            return Step(end: end, direction: $0.direction)
        }
        repeats = timeline.repeats
        outages = timeline.outages.map {
            let period = $0.period?.wholeNanoseconds ?? .max
            precondition(period > 0 && $0.length > .zero, "an outage has a length and a period")
            return Outage(
                start: $0.start.wholeNanoseconds, length: $0.length.wholeNanoseconds,
                period: period, effect: $0.effect)
        }
    }

    /// Whether no direction of it lets packets overtake others.
    var keepsOrderAlways: Bool {
        ([base] + steps.map(\.direction)).allSatisfy { $0.rate != .unlimited && $0.reorder == nil }
    }

    /// What holds at `time` and right after it.
    func direction(at time: Int) -> LinkDirection {
        guard let last = steps.last else { return base }
        let elapsed = time - beginning
        let place = repeats ? elapsed % last.end : elapsed
        return place >= last.end ? last.direction : steps[index(at: place)].direction
    }

    /// The rate that a room in time is reckoned with: that of the moment, or, where it is 0, the one
    /// outside the timeline.
    func rateForQueue(at time: Int) -> LinkRate {
        let rate = direction(at: time).rate
        return rate.meanBitsPerSecond == 0 ? base.rate : rate
    }

    /// The outage at `time`. One that holds the queue counts before one that drops.
    func outage(at time: Int) -> LinkOutage.Effect? {
        var found: LinkOutage.Effect?
        for outage in outages where time - beginning >= outage.start {
            let place = (time - beginning - outage.start) % outage.period
            guard place < outage.length else { continue }
            if outage.effect == .hold { return .hold }
            found = .drop
        }
        return found
    }

    /// The first change after `time`; `Int.max` when there is none.
    func nextChange(after time: Int) -> Int {
        outages.reduce(nextStep(after: time)) { min($0, nextChange(of: $1, after: time)) }
    }

    private func nextStep(after time: Int) -> Int {
        guard let last = steps.last else { return .max }
        let elapsed = time - beginning
        if !repeats && elapsed >= last.end { return .max }
        let round = repeats ? elapsed / last.end * last.end : 0
        let end = steps[index(at: elapsed - round)].end
        if !repeats && end == last.end { return .max }
        return beginning + round + end
    }

    private func nextChange(of outage: Outage, after time: Int) -> Int {
        let since = time - beginning - outage.start
        guard since >= 0 else { return beginning + outage.start }
        let place = since % outage.period
        if place < outage.length { return time - place + outage.length }
        return outage.period == .max ? .max : time - place + outage.period
    }

    /// The step that `place` lies in, which is before the last one's end.
    private func index(at place: Int) -> Int {
        var (low, high) = (0, steps.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].end <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
