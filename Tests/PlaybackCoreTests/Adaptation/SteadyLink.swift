import PlaybackCore

/// The smallest world a rule can be tried in: a link of one rate and one latency, one segment after
/// the other, a buffer with a size.
struct SteadyLink {
    /// In kbit/s.
    var rate: Double
    var latency = 50.0
    var bufferSize = 25_000.0

    struct Played: Equatable {
        var levels: [Int] = []
        var stall = 0.0
        var abandons = 0
    }

    /// Plays all segments of a ladder; transfers are looked at every 100 ms.
    func play(_ ladder: Ladder, _ rule: any AdaptationRule) -> Played {
        var rule = rule
        var played = Played()
        var buffer = 0.0
        var elapsed = 0.0
        func pass(_ time: Double) {
            elapsed += time
            if !played.levels.isEmpty { played.stall += max(0, time - buffer) }
            buffer = max(0, buffer - time)
        }
        while played.levels.count < ladder.segmentCount {
            let segment = played.levels.count
            let wait = buffer + ladder.segmentDuration - bufferSize
            if wait > 0 {
                pass(wait)
                rule.waited(wait)
            }
            let choice = rule.choose(
                Situation(
                    segment: segment, bufferLevel: buffer, level: played.levels.last,
                    elapsed: elapsed))
            pass(choice.delay)
            var transfer = SegmentTransfer(
                segment: segment, level: choice.level,
                size: ladder.bits(segment: segment, level: choice.level), bits: 0, duration: 0,
                timeToFirstBit: latency, bufferLevel: buffer)
            carry(&transfer, &rule, buffer)
            pass(transfer.duration)
            if transfer.abandonedFor == nil {
                buffer += ladder.segmentDuration
                played.levels.append(choice.level)
                transfer.bufferLevel = buffer
                rule.segmentArrived(transfer)
            } else {
                played.abandons += 1
                transfer.bufferLevel = buffer
                rule.segmentAbandoned(transfer)
            }
        }
        return played
    }

    private func carry(
        _ transfer: inout SegmentTransfer, _ rule: inout any AdaptationRule, _ buffer: Double
    ) {
        let end = latency + transfer.size / rate
        while true {
            transfer.duration = min(end, transfer.duration + 100)
            transfer.bits = min(transfer.size, max(0, transfer.duration - latency) * rate)
            if transfer.duration >= end {
                transfer.bits = transfer.size
                return
            }
            let progress = TransferProgress(
                segment: transfer.segment, level: transfer.level, size: transfer.size,
                bits: transfer.bits, duration: transfer.duration,
                timeToFirstBit: transfer.bits > 0 ? latency : nil,
                bufferLevel: max(0, buffer - transfer.duration))
            if let level = rule.abandon(progress) {
                transfer.abandonedFor = level
                return
            }
        }
    }
}
