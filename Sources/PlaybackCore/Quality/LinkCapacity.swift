/// What a link could have carried at each time: what only a laboratory knows.
package struct LinkCapacity: Sendable, Hashable {
    package struct Step: Sendable, Hashable {
        package var start: Duration
        package var bitsPerSecond: Double

        package init(start: Duration, bitsPerSecond: Double) {
            self.start = start
            self.bitsPerSecond = bitsPerSecond
        }
    }

    package let steps: [Step]

    /// - Parameter steps: the first one begins at zero; the last one holds for ever.
    package init(_ steps: [Step]) {
        precondition(steps.first?.start == .zero, "a link has a capacity from the beginning")
        precondition(
            zip(steps, steps.dropFirst()).allSatisfy { $0.start < $1.start }, "steps follow")
        self.steps = steps
    }

    /// Bits that it could have carried between two times.
    package func bits(from start: Duration, to end: Duration) -> Double {
        steps.indices.reduce(0) { sum, index in
            let from = max(start, steps[index].start)
            let to = index + 1 < steps.count ? min(end, steps[index + 1].start) : end
            return to > from ? sum + steps[index].bitsPerSecond * ((to - from) / .seconds(1)) : sum
        }
    }

    /// Of what it could have carried while a request was open, what arrived; nil without a request.
    package func efficiency(of played: PlayedSequence) -> Double? {
        var possible = 0.0
        var counted = Duration.zero
        for request in played.requests.sorted(by: { $0.start < $1.start }) {
            possible += bits(from: max(counted, request.start), to: request.end)
            counted = max(counted, request.end)
        }
        guard possible > 0 else { return nil }
        return Double(played.requests.reduce(0) { $0 + $1.bytes }) * 8 / possible
    }

    /// Seconds from the beginning until the first segment plays at a level that the link sustains at
    /// that time; nil when none does.
    package func rampUp(of played: PlayedSequence, bitrates: [Double]) -> Double? {
        played.segments.first { $0.level >= sustained(at: $0.start, bitrates) }
            .map { $0.start / .seconds(1) }
    }

    /// How long it takes until what a faster link sustains is played, each time at most as long as the
    /// buffer is; seconds, one for each time that the link came to sustain a higher level than it did
    /// before and than was played then.
    package func reactions(
        of played: PlayedSequence, bitrates: [Double], bufferSize: Duration
    ) -> [Double] {
        guard let end = played.segments.last.map({ $0.start + $0.played }) else { return [] }
        var reactions: [Double] = []
        for (before, step) in zip(steps, steps.dropFirst()) where step.start < end {
            let level = Self.level(step.bitsPerSecond, bitrates)
            let playing = played.segments.last { $0.start <= step.start }?.level ?? 0
            guard level > Self.level(before.bitsPerSecond, bitrates), level > playing else {
                continue
            }
            let reached = played.segments.first { $0.start > step.start && $0.level >= level }
            let lost = steps.first {
                $0.start > step.start && Self.level($0.bitsPerSecond, bitrates) < level
            }
            let until = min(
                reached?.start ?? end, lost?.start ?? end, step.start + bufferSize)
            reactions.append((until - step.start) / .seconds(1))
        }
        return reactions
    }

    private func sustained(at time: Duration, _ bitrates: [Double]) -> Int {
        let step = steps.last { $0.start <= time } ?? steps[0]
        return Self.level(step.bitsPerSecond, bitrates)
    }

    /// The highest level of at most the rate.
    private static func level(_ bitsPerSecond: Double, _ bitrates: [Double]) -> Int {
        max(0, (bitrates.lastIndex { $0 * 1_000 <= bitsPerSecond }) ?? 0)
    }
}
