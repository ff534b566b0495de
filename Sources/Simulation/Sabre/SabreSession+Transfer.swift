internal import PlaybackCore

extension SabreSession {
    /// Bits after which a transfer is looked at.
    private static let progressBits = 12_000.0
    /// Milliseconds after which it is, if more bits than those have arrived by then.
    private static let progressTime = 50.0

    /// Carries a transfer, asking after each step whether to go on.
    mutating func carry(_ transfer: inout SegmentTransfer, replacing fromEnd: Int?) {
        let bufferLevel = transfer.bufferLevel
        let latency = network.wait(latencies: 1, &reactions, queue[head...])
        transfer.timeToFirstBit = latency
        transfer.duration = latency
        transfer.bits = 0
        var leastTime = Self.progressTime - latency
        while transfer.bits < transfer.size {
            let step = network.flow(
                bits: transfer.size - transfer.bits, atLeast: Self.progressBits, for: leastTime,
                &reactions, queue[head...])
            transfer.duration += step.time
            transfer.bits += step.bits
            guard transfer.bits < transfer.size else { return }
            let rest = max(0, bufferLevel - transfer.duration)
            if let level = abandon(transfer, bufferLevel: rest, replacing: fromEnd) {
                transfer.abandonedFor = level
                return
            }
            leastTime = Self.progressTime
        }
    }

    /// - Returns: the level that the transfer is given up for; of a replacement that comes too late,
    ///   its own.
    private mutating func abandon(
        _ transfer: SegmentTransfer, bufferLevel: Double, replacing fromEnd: Int?
    ) -> Int? {
        if let fromEnd {
            let comesTooLate = bufferLevel + ladder.segmentDuration * Double(fromEnd) <= 0
            return comesTooLate ? transfer.level : nil
        }
        return rule.abandon(
            TransferProgress(
                segment: transfer.segment, level: transfer.level, size: transfer.size,
                bits: transfer.bits, duration: transfer.duration,
                timeToFirstBit: transfer.timeToFirstBit, bufferLevel: bufferLevel))
    }
}
