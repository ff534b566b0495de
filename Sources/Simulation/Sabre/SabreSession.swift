package import LinkModel
package import PlaybackCore

/// A playback over a fluid link by the session rules of Sabre: which rules play there decides nothing
/// about them.
///
/// Downloads follow one another, each one latency and then the bits at the rate of the time; playback
/// goes on as soon as one segment is whole; a download waits until its segment has room in the
/// buffer. Source: UMass-LIDS/sabre, `src/sabre.py` at 09b03bb.
package struct SabreSession: Sendable {
    package struct Settings: Sendable {
        /// Milliseconds of media that the buffer holds.
        package var bufferSize = 25_000.0
        /// What a segment's time of stall costs in the score, as utility.
        package var gammaP = 5.0
        package var allowsAbandoning = true
        package var replacement: SegmentReplacement?
        /// Milliseconds: once the segment to fetch begins at `when`, playback goes on at `to`.
        package var seek: Seek?
        /// Level from which on the session counts as ramped up; nil: what the link sustains.
        package var rampUpLevel: Int?
        /// Whether ``SabreSession/played`` is kept.
        package var keepsPlayed = false

        package struct Seek: Sendable, Hashable {
            package var when: Double
            package var to: Double

            package init(when: Double, to: Double) {
                self.when = when
                self.to = to
            }
        }

        package init() {}
    }

    let ladder: Ladder
    let settings: Settings
    var rule: any AdaptationRule
    var network: SabreNetwork
    var reactions: SabreReactions
    package internal(set) var metrics = SabreMetrics()
    /// What was played and asked for, where the settings want it kept.
    package internal(set) var played = PlayedSequence()

    /// Levels of all segments that were ever queued; those before `head` have been played.
    var queue: [Int] = []
    var head = 0
    /// Milliseconds of the first queued segment that have been played.
    var consumed = 0.0
    var lastPlayed: Int?
    var rampUpOrigin = 0.0
    private var nextSegment = 0
    /// The segment at the beginning of ``queue``; another one after a seek.
    var firstQueued = 0

    /// - Parameter periods: of the link; they wrap around.
    package init(
        _ ladder: Ladder, over periods: [FluidLink.Period], rule: any AdaptationRule,
        _ settings: Settings = Settings()
    ) {
        self.ladder = ladder
        self.settings = settings
        self.rule = rule
        network = SabreNetwork(periods, ladder)
        reactions = SabreReactions(bufferSize: settings.bufferSize)
        queue.reserveCapacity(ladder.segmentCount)
        metrics.downloadedLevels.reserveCapacity(ladder.segmentCount)
        metrics.finished.reserveCapacity(ladder.segmentCount)
    }

    /// Plays the presentation from its first segment to its last.
    package mutating func run() -> SabreMetrics {
        metrics.bufferSize = settings.bufferSize
        metrics.segmentDuration = ladder.segmentDuration
        metrics.segmentCount = ladder.segmentCount
        metrics.gammaP = settings.gammaP
        fetchFirst()
        var seek = settings.seek
        while nextSegment < ladder.segmentCount {
            if let due = seek, Double(nextSegment) * ladder.segmentDuration >= due.when {
                seek = nil
                move(to: due.to)
            }
            waitForRoom()
            fetchNext()
        }
        play(bufferLevel)
        metrics.totalReactionTime = reactions.total
        return metrics
    }

    var bufferLevel: Double {
        ladder.segmentDuration * Double(queue.count - head) - consumed
    }

    private func situation(bufferLevel: Double) -> Situation {
        Situation(
            segment: nextSegment, bufferLevel: bufferLevel, level: metrics.downloadedLevels.last,
            elapsed: metrics.playTime)
    }

    /// The first segment is of the lowest level and never abandoned.
    private mutating func fetchFirst() {
        let size = ladder.bits(segment: 0, level: 0)
        let transfer = network.transfer(bits: size)
        lookAtNetwork()
        queue.append(0)
        metrics.playTime += transfer.duration
        metrics.startup = transfer.duration
        if settings.keepsPlayed { played.startup = .milliseconds(transfer.duration) }
        arrived(level: 0, at: transfer.duration)
        let first = SegmentTransfer(
            segment: 0, level: 0, size: size, bits: size, duration: transfer.duration,
            timeToFirstBit: transfer.latency, bufferLevel: bufferLevel)
        record(first, from: 0, estimate: nil)
        rule.segmentArrived(first)
    }

    private mutating func arrived(level: Int, at time: Double) {
        metrics.downloadedLevels.append(level)
        metrics.finished.append(time)
        nextSegment += 1
    }

    private mutating func move(to time: Double) {
        nextSegment = Int((time / ladder.segmentDuration).rounded(.down))
        leaveBehind(queue.count - head)
        head = queue.count
        firstQueued = nextSegment - queue.count
        consumed = 0
        rule.sought(toSegment: nextSegment)
        rampUpOrigin = metrics.playTime
        metrics.rampUp = nil
    }

    private mutating func waitForRoom() {
        let wait = bufferLevel + ladder.segmentDuration - settings.bufferSize
        guard wait > 0 else { return }
        play(wait)
        network.idle(wait)
        lookAtNetwork()
        rule.waited(wait)
    }

    private mutating func fetchNext() {
        let choice = rule.choose(situation(bufferLevel: bufferLevel))
        let replaced = settings.replacement?.candidate(
            in: queue[head...], consumed: consumed / ladder.segmentDuration, level: choice.level)
        // Counted from the end of the queue, which moves on while the transfer lasts.
        let fromEnd = replaced.map { $0 - (queue.count - head) }
        let segment = nextSegment + (fromEnd ?? 0)
        if fromEnd == nil, choice.delay > 0 {
            play(choice.delay)
            network.idle(choice.delay)
            lookAtNetwork()
        }
        let estimate = rule.throughput
        let start = metrics.playTime
        let transfer = fetch(segment: segment, level: choice.level, replacing: fromEnd)
        record(transfer, from: start, estimate: estimate)
        if let estimate { metrics.count(estimate: estimate, of: transfer) }
    }

    private mutating func fetch(
        segment: Int, level: Int, replacing fromEnd: Int?
    ) -> SegmentTransfer {
        let size = ladder.bits(segment: segment, level: level)
        var transfer = SegmentTransfer(
            segment: segment, level: level, size: size, bits: size, duration: 0,
            timeToFirstBit: 0, bufferLevel: bufferLevel, isReplacement: fromEnd != nil)
        if settings.allowsAbandoning {
            carry(&transfer, replacing: fromEnd)
            lookAtNetwork()
        } else {
            let whole = network.transfer(bits: size)
            lookAtNetwork()
            transfer.duration = whole.duration
            transfer.timeToFirstBit = whole.latency
        }
        let start = metrics.playTime
        play(transfer.duration)
        settle(transfer, replacing: fromEnd, at: start + transfer.duration)
        transfer.bufferLevel = bufferLevel
        if transfer.abandonedFor == nil {
            rule.segmentArrived(transfer)
        } else {
            rule.segmentAbandoned(transfer)
        }
        return transfer
    }

    /// Takes in what the link came to sustain while something else went on: the queue is still what it
    /// was then.
    private mutating func lookAtNetwork() {
        guard !network.changes.isEmpty else { return }
        for change in network.changes {
            reactions.sustains(
                change.level, before: change.before, at: change.time, queue[head...])
        }
        network.changes.removeAll(keepingCapacity: true)
    }

    private mutating func settle(
        _ transfer: SegmentTransfer, replacing fromEnd: Int?, at time: Double
    ) {
        if transfer.abandonedFor != nil {
            if fromEnd == nil { metrics.abandons += 1 }
            played.bytesNotPlayed += Int(transfer.bits / 8)
            return
        }
        guard let fromEnd else {
            queue.append(transfer.level)
            return arrived(level: transfer.level, at: time)
        }
        metrics.replacements += 1
        let place = queue.count + fromEnd
        if bufferLevel + ladder.segmentDuration * Double(fromEnd) >= 0, place >= head {
            played.bytesNotPlayed += bytes(queuedAt: place)
            queue[place] = transfer.level
        } else {
            played.bytesNotPlayed += Int(transfer.size / 8)
        }
    }
}
