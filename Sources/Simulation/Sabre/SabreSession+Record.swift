internal import PlaybackCore

// What a session tells of itself in the terms of every other player.
extension SabreSession {
    func bytes(queuedAt place: Int) -> Int {
        Int(ladder.bits(segment: firstQueued + place, level: queue[place]) / 8)
    }

    mutating func record(_ transfer: SegmentTransfer, from start: Double, estimate: Double?) {
        guard settings.keepsPlayed else { return }
        played.requests.append(
            .init(
                start: .milliseconds(start), end: .milliseconds(start + transfer.duration),
                bytes: Int(transfer.bits / 8),
                timeToFirstByte: .milliseconds(transfer.timeToFirstBit),
                estimate: estimate.map { $0 * 1_000 }))
    }

    /// The segment at the head of the queue begins to play. Sabre's segments are played to their ends,
    /// but for the one that a seek leaves.
    mutating func recordBeginning(of level: Int) {
        guard settings.keepsPlayed else { return }
        let duration = Duration.milliseconds(ladder.segmentDuration)
        played.segments.append(
            .init(
                level: level, bitrate: Int(ladder.bitrates[level] * 1_000),
                bytes: bytes(queuedAt: head), duration: duration,
                start: .milliseconds(metrics.playTime), played: duration))
    }

    /// A seek leaves so many queued segments, the one that plays among them.
    mutating func leaveBehind(_ count: Int) {
        guard settings.keepsPlayed, count > 0 else { return }
        let isPlaying = consumed > 0
        for place in head + (isPlaying ? 1 : 0)..<queue.count {
            played.bytesNotPlayed += bytes(queuedAt: place)
        }
        if isPlaying, !played.segments.isEmpty {
            played.segments[played.segments.count - 1].played = .milliseconds(consumed)
        }
    }

    mutating func beginStall(_ time: Double) {
        guard settings.keepsPlayed else { return }
        played.stalls.append(
            .init(
                start: .milliseconds(metrics.playTime), mediaTime: played.played,
                duration: .milliseconds(time)))
    }

    /// Nothing is queued; behind a seek that counts as a stall too.
    mutating func goOnStalling(_ time: Double) {
        guard settings.keepsPlayed else { return }
        if let last = played.stalls.indices.last,
            played.stalls[last].start + played.stalls[last].duration
                >= .milliseconds(metrics.playTime) - .microseconds(1)
        {
            played.stalls[last].duration += .milliseconds(time)
        } else {
            beginStall(time)
        }
    }
}
