/// Looks through all sequences of levels for the next segments, leaving out those that cannot be the
/// best any more.
struct MPCSearch {
    private let ladder: Ladder
    private let stallPenalty: Double
    private let steps: Int
    private let segmentSeconds: Double
    /// Seconds that the segments take to arrive, step by step, a row for each.
    private var transferSeconds: [Double] = []
    private let startBuffer: Double
    private let lastLevel: Int

    private var best = -Double.infinity
    private var bestFirst = 0

    /// Rounding that a bound is spared for.
    private static let slack = 1e-9

    init(
        _ ladder: Ladder, from segment: Int, bufferLevel: Double, lastLevel: Int,
        throughput: Double, _ settings: MPCRule.Settings
    ) {
        self.ladder = ladder
        self.lastLevel = lastLevel
        stallPenalty = settings.stallPenalty
        steps = min(settings.horizon, ladder.segmentCount - segment)
        segmentSeconds = ladder.segmentDuration / 1_000
        startBuffer = bufferLevel / 1_000
        // In megabytes and megabytes per second, as Pensieve: sequences that are equally good are told
        // apart by how sums are rounded.
        let megabytesPerSecond = throughput / 8 / 1_000
        transferSeconds.reserveCapacity(max(0, steps) * ladder.levelCount)
        for step in 0..<max(0, steps) {
            for level in 0..<ladder.levelCount {
                let bits = ladder.bits(segment: segment + step + settings.sizeOffset, level: level)
                transferSeconds.append(bits / 8 / 1_000_000 / megabytesPerSecond)
            }
        }
    }

    /// What a sequence has brought so far: seconds, and kbit/s.
    private struct Partial {
        var buffer: Double
        var stall = 0.0
        var bitrates = 0.0
        var changes = 0.0
        var level: Int
    }

    mutating func firstLevelOfBest() -> Int {
        guard steps > 0 else { return lastLevel }
        for first in (0..<ladder.levelCount).reversed() {
            extend(Partial(buffer: startBuffer, level: lastLevel), by: first, at: 0, first: first)
        }
        return bestFirst
    }

    private mutating func extend(_ partial: Partial, by level: Int, at step: Int, first: Int) {
        var next = partial
        let seconds = transferSeconds[step * ladder.levelCount + level]
        if next.buffer < seconds {
            next.stall += seconds - next.buffer
            next.buffer = 0
        } else {
            next.buffer -= seconds
        }
        next.buffer += segmentSeconds
        next.bitrates += ladder.bitrates[level]
        next.changes += abs(ladder.bitrates[level] - ladder.bitrates[partial.level])
        next.level = level
        let reward = self.reward(next, further: 0)
        if step + 1 == steps {
            if reward > best { (best, bestFirst) = (reward, first) }
            return
        }
        guard self.reward(next, further: steps - step - 1) + Self.slack > best else { return }
        for following in (0..<ladder.levelCount).reversed() {
            extend(next, by: following, at: step + 1, first: first)
        }
    }

    /// QoE_lin of a sequence, with so many further segments at the top level and without a change.
    private func reward(_ partial: Partial, further: Int) -> Double {
        let bitrates = partial.bitrates + Double(further) * ladder.bitrates[ladder.top]
        return bitrates / 1_000 - stallPenalty * partial.stall - partial.changes / 1_000
    }
}
