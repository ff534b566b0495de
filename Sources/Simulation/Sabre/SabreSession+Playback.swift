internal import PlaybackCore

extension SabreSession {
    /// Lets the playhead run for a time, in milliseconds; what the buffer does not cover is a stall.
    mutating func play(_ milliseconds: Double) {
        var time = milliseconds
        guard head < queue.count else {
            goOnStalling(time)
            metrics.stallTime += time
            metrics.playTime += time
            return
        }
        let duration = ladder.segmentDuration
        if consumed > 0 {
            guard time + consumed >= duration else {
                consumed += time
                metrics.playTime += time
                return
            }
            time -= duration - consumed
            metrics.playTime += duration - consumed
            head += 1
            consumed = 0
        }
        while time > 0, head < queue.count {
            begin(queue[head])
            if time >= duration {
                head += 1
                metrics.playTime += duration
                time -= duration
            } else {
                consumed = time
                metrics.playTime += time
                time = 0
            }
        }
        if time > 0 {
            beginStall(time)
            metrics.stallTime += time
            metrics.playTime += time
            metrics.stalls += 1
        }
        reactions.settle(at: metrics.playTime)
    }

    /// A segment begins to play.
    private mutating func begin(_ level: Int) {
        recordBeginning(of: level)
        metrics.playedUtility += ladder.utilities[level]
        metrics.playedBitrate += ladder.bitrates[level]
        if let lastPlayed, lastPlayed != level {
            let (new, old) = (ladder.bitrates[level], ladder.bitrates[lastPlayed])
            metrics.bitrateChange += abs(new - old)
            metrics.logBitrateChange += abs(Logarithm.natural(new / old))
        }
        lastPlayed = level
        if metrics.rampUp == nil, level >= settings.rampUpLevel ?? network.sustainedLevel {
            metrics.rampUp = metrics.playTime - rampUpOrigin
        }
        reactions.played(level, at: metrics.playTime)
    }
}
