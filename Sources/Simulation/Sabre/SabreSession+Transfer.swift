internal import PlaybackCore

extension SabreSession {
    /// Bits after which a transfer is looked at.
    private static let progressBits = 12_000.0
    /// Milliseconds after which it is, if more bits than those have arrived by then.
    private static let progressTime = 50.0

    /// Carries a transfer, asking after each step whether to go on.
    mutating func carry(_ transfer: inout SegmentTransfer, replacing fromEnd: Int?) {
        let bufferLevel = transfer.bufferLevel
        let latency = network.wait(latencies: 1)
        transfer.timeToFirstBit = latency
        transfer.duration = latency
        transfer.bits = 0
        var leastTime = Self.progressTime - latency
        while transfer.bits < transfer.size {
            let step = network.flow(
                bits: transfer.size - transfer.bits, atLeast: Self.progressBits, for: leastTime)
            transfer.duration += step.time
            transfer.bits += step.bits
            guard transfer.bits < transfer.size else { return }
            let progress = TransferProgress(transfer, bufferLevel: bufferLevel)
            if let level = abandon(progress, replacing: fromEnd) {
                transfer.abandonedFor = level
                return
            }
            leastTime = Self.progressTime
            // What the rule would answer anyway need not be asked.
            if fromEnd == nil, rule.keepsOn(progress, atRate: network.rate) {
                network.stride(&transfer, leastBits: Self.progressBits, leastTime: leastTime)
            }
        }
    }

    /// - Returns: the level that the transfer is given up for; of a replacement that comes too late,
    ///   its own.
    private mutating func abandon(_ progress: TransferProgress, replacing fromEnd: Int?) -> Int? {
        guard let fromEnd else { return rule.abandon(progress) }
        let comesTooLate = progress.bufferLevel + ladder.segmentDuration * Double(fromEnd) <= 0
        return comesTooLate ? progress.level : nil
    }
}

extension TransferProgress {
    /// A transfer of which a part has arrived, with the buffer that it began with.
    fileprivate init(_ transfer: SegmentTransfer, bufferLevel: Double) {
        self.init(
            segment: transfer.segment, level: transfer.level, size: transfer.size,
            bits: transfer.bits, duration: transfer.duration,
            timeToFirstBit: transfer.timeToFirstBit,
            bufferLevel: max(0, bufferLevel - transfer.duration))
    }
}
