extension HLSJSRule {
    /// A transfer that is slow, given up at once when a lower level would be there in half the time,
    /// else when it is not there by the time that the lower level would have been.
    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        if let pending, pending.segment == progress.segment {
            return progress.duration >= pending.due ? pending.level : nil
        }
        guard progress.isPlaying, progress.level > 0, progress.bits < progress.size else {
            return nil
        }
        let halfSegment = ladder.segmentDuration / (progress.playbackRate * 2)
        guard progress.duration > max(estimator.timeToFirstByte, halfSegment) else { return nil }
        let buffer = progress.bufferLevel / progress.playbackRate / 1_000
        let rate = loadRate(progress)
        let left = rate.map { (expectedBits(progress) - progress.bits) / $0 }
        let bandwidth = rate ?? estimator.bandwidth
        let remaining =
            left ?? expectedBits(progress) / bandwidth + estimator.timeToFirstByte / 1_000
        guard remaining > buffer else { return nil }
        let (level, seconds) = sooner(progress, buffer: buffer, bandwidth: bandwidth)
        guard seconds < remaining, seconds <= ladder.segmentDuration / 1_000 * 10 else {
            return nil
        }
        let chosen = settle(progress, on: level, buffer: buffer)
        if remaining > seconds * 2 { return chosen }
        pending = Pending(
            segment: progress.segment, level: chosen, due: progress.duration + seconds * 1_000)
        return nil
    }

    /// Bits per second since the first one; nil before it.
    private func loadRate(_ progress: TransferProgress) -> Double? {
        guard progress.bits > 0, let firstBit = progress.timeToFirstBit else { return nil }
        var milliseconds = progress.duration - firstBit
        if milliseconds < 1 {
            milliseconds = min(progress.duration, progress.bits / estimator.bandwidth)
        }
        return progress.bits * 1_000 / milliseconds
    }

    private func expectedBits(_ progress: TransferProgress) -> Double {
        let byAverage = ladder.segmentDuration * ladder.averageBitrates[progress.level]
        return max(progress.bits, (byAverage / 8).rounded() * 8)
    }

    /// The highest lower level that avoids the stall, with its seconds; else the lowest. hls.js never
    /// computes the seconds of that one: it takes those of the level above, or none, so that a
    /// transfer at the second level is never given up.
    private func sooner(
        _ progress: TransferProgress, buffer: Double, bandwidth: Double
    ) -> (level: Int, seconds: Double) {
        let duration = ladder.segmentDuration / 1_000
        let limit = min(buffer, duration + estimator.timeToFirstByte / 1_000)
        var level = progress.level - 1
        var seconds = Double.infinity
        while level > 0 {
            seconds = transferSeconds(
                bits: duration * ladder.bitrates[level] * 1_000, bandwidth: bandwidth,
                level: level)
            if seconds < limit { break }
            level -= 1
        }
        return (level, seconds)
    }

    /// Learns from the slow transfer.
    private mutating func settle(
        _ progress: TransferProgress, on level: Int, buffer: Double
    ) -> Int {
        if progress.bits > 0, let firstBit = progress.timeToFirstBit {
            estimator.add(
                bytes: progress.bits / 8,
                duration: progress.duration - min(estimator.timeToFirstByte, firstBit))
        } else {
            estimator.addTimeToFirstByte(progress.duration)
        }
        let bitrate = ladder.bitrates[level] * 1_000
        if estimator.bandwidth * settings.bandwidthUpFactor > bitrate {
            estimator = HLSJSEstimator(defaultEstimate: bitrate)
        }
        return best(
            bandwidth: bitrate, buffer: 0, starvation: buffer, factors: (1, 1),
            lastLevel: progress.level, upTo: level) ?? level
    }
}
