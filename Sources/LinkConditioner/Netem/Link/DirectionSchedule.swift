internal import LinkModel

/// What a direction is at a moment.
struct DirectionState: Sendable, Hashable {
    var direction: LinkDirection
    /// Nothing may leave the queue.
    var isHeld = false
    /// Everything is lost behind the queue.
    var losesAll = false
}

/// What a direction is at every moment of a profile: its steps, its recorded rate, its outages.
///
/// A recorded rate becomes a staircase of ``recordedStep``: the kernel's queues know rates, not
/// moments.
struct DirectionSchedule: Sendable {
    /// Length of a stretch in which a recorded rate is taken as constant, in nanoseconds: 100 ms,
    /// which at 1 Mbit/s is eight frames.
    static let recordedStep = 100_000_000

    private let base: LinkDirection
    private let timeline: LinkTimeline
    /// Length of all steps, in nanoseconds.
    private let length: Int
    /// For each recorded rate its frames per ``recordedStep``.
    private let stairs: [DeliveryTrace: [Int]]

    init(_ profile: LinkProfile, _ heading: LinkHeading) {
        base = profile.direction(heading)
        timeline = profile.timeline(heading)
        length = timeline.steps.reduce(0) { $0 + $1.length.wholeNanoseconds }
        var stairs: [DeliveryTrace: [Int]] = [:]
        for direction in [base] + timeline.steps.map(\.direction) {
            if case .trace(let trace) = direction.rate { stairs[trace] = Self.stairs(of: trace) }
        }
        self.stairs = stairs
    }

    /// Everything that the direction will ever be, as far as its kind of rate and its effects go.
    var states: [LinkDirection] {
        timeline.steps.isEmpty ? [base] : timeline.steps.map(\.direction)
    }

    /// Whether there are times when nothing may leave the queue.
    var isEverHeld: Bool {
        timeline.outages.contains { $0.effect == .hold }
            || states.contains { $0.rate.meanBitsPerSecond == 0 }
    }

    /// Whether there is no time when everything is lost.
    var neverLosesAll: Bool { !timeline.outages.contains { $0.effect == .drop } }

    /// What holds at `time` nanoseconds after the link's beginning, and right after it.
    func state(at time: Int) -> DirectionState {
        var state = DirectionState(direction: direction(at: time))
        if case .trace(let trace) = state.direction.rate {
            state.direction.rate = .bitsPerSecond(bitsPerSecond(of: trace, at: time))
        }
        state.isHeld = state.direction.rate.meanBitsPerSecond == 0
        for outage in timeline.outages where contains(outage, time) {
            switch outage.effect {
            case .hold: state.isHeld = true
            case .drop: state.losesAll = true
            }
        }
        return state
    }

    /// The first moment after `time` at which something may change; nil when nothing will.
    func nextChange(after time: Int) -> Int? {
        var next: [Int] = timeline.outages.compactMap { nextChange(of: $0, after: time) }
        if let step = nextStep(after: time) { next.append(step) }
        if case .trace(let trace) = direction(at: time).rate {
            let place = time % trace.period.wholeNanoseconds
            let end = min(
                (place / Self.recordedStep + 1) * Self.recordedStep, trace.period.wholeNanoseconds)
            next.append(time - place + end)
        }
        return next.min()
    }

    // MARK: Steps

    private func direction(at time: Int) -> LinkDirection {
        guard let last = timeline.steps.last else { return base }
        guard timeline.repeats || time < length else { return last.direction }
        var place = time % length
        for step in timeline.steps {
            place -= step.length.wholeNanoseconds
            if place < 0 { return step.direction }
        }
        return last.direction
    }

    private func nextStep(after time: Int) -> Int? {
        guard timeline.steps.count > 1, timeline.repeats || time < length else { return nil }
        var end = time / length * length
        for step in timeline.steps {
            end += step.length.wholeNanoseconds
            if end > time { return timeline.repeats || end < length ? end : nil }
        }
        return nil
    }

    // MARK: Outages

    private func contains(_ outage: LinkOutage, _ time: Int) -> Bool {
        let since = time - outage.start.wholeNanoseconds
        guard since >= 0 else { return false }
        let place = outage.period.map { since % $0.wholeNanoseconds } ?? since
        return place < outage.length.wholeNanoseconds
    }

    private func nextChange(of outage: LinkOutage, after time: Int) -> Int? {
        let since = time - outage.start.wholeNanoseconds
        guard since >= 0 else { return outage.start.wholeNanoseconds }
        let place = outage.period.map { since % $0.wholeNanoseconds } ?? since
        if place < outage.length.wholeNanoseconds {
            return time - place + outage.length.wholeNanoseconds
        }
        return outage.period.map { time - place + $0.wholeNanoseconds }
    }

    // MARK: Recorded rates

    private static func stairs(of trace: DeliveryTrace) -> [Int] {
        let period = trace.period.wholeNanoseconds
        var frames = [Int](repeating: 0, count: (period + recordedStep - 1) / recordedStep)
        for millisecond in trace.milliseconds {
            // A delivery at the very end of the period belongs to its last stretch.
            frames[min(millisecond * 1_000_000 / recordedStep, frames.count - 1)] += 1
        }
        return frames
    }

    private func bitsPerSecond(of trace: DeliveryTrace, at time: Int) -> Int {
        guard let stairs = stairs[trace] else { return trace.meanBitsPerSecond }
        let period = trace.period.wholeNanoseconds
        let index = time % period / Self.recordedStep
        let length = min(Self.recordedStep, period - index * Self.recordedStep)
        return stairs[index] * Framing.fullFrame * 8 * 1_000_000 / (length / 1_000)
    }
}
