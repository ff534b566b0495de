/// The rule of hls.js.
///
/// Source: `src/controller/abr-controller.ts` of hls.js 1.7 (afe5b8bf1, Apache-2.0), for a presentation on
/// demand whose levels are of one codec and range.
package struct HLSJSRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        /// In bit/s, before the first transfer.
        package var defaultEstimate = 500_000.0
        /// Of the bandwidth, what is counted on at this level and below.
        package var bandwidthFactor = 0.95
        /// The same for a higher level.
        package var bandwidthUpFactor = 0.7
        /// Longest stall that is risked for a level, in seconds.
        package var maximumStarvation = 4.0
        /// Whether the playlists of all levels are there from the beginning.
        package var knowsPlaylists = false

        package init() {}
    }

    let ladder: Ladder
    let settings: Settings
    var estimator: HLSJSEstimator
    private var lastLevel: Int?
    /// Levels of which the playlist has been fetched.
    private var hasPlaylist: [Bool]
    /// The level that a transfer was given up for.
    private var forced: Int?
    /// A transfer that will be given up if it is not there by then.
    var pending: Pending?

    struct Pending: Sendable, Hashable {
        var segment: Int
        var level: Int
        /// Milliseconds since the request.
        var due: Double
    }

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        estimator = HLSJSEstimator(defaultEstimate: settings.defaultEstimate)
        hasPlaylist = Array(repeating: settings.knowsPlaylists, count: ladder.levelCount)
    }

    package var throughput: Double? {
        estimator.canEstimate ? estimator.bandwidth / 1_000 : nil
    }

    package mutating func choose(_ situation: Situation) -> Choice {
        if let forced { return Choice(level: forced) }
        let bandwidth = estimator.bandwidth
        guard estimator.canEstimate, let lastLevel else {
            let first = best(
                bandwidth: bandwidth, buffer: 0, starvation: settings.maximumStarvation,
                factors: (1, 1), lastLevel: 0, upTo: ladder.top)
            return Choice(level: first ?? 0)
        }
        return Choice(
            level: level(
                bandwidth: bandwidth,
                buffer: situation.bufferLevel / situation.playbackRate / 1_000,
                lastLevel: lastLevel))
    }

    /// The level of the next segment.
    /// - Parameters:
    ///   - bandwidth: in bit/s.
    ///   - buffer: seconds until it is empty.
    ///   - lastLevel: of the segment that was fetched last.
    package func level(bandwidth: Double, buffer: Double, lastLevel: Int) -> Int {
        let factors = (settings.bandwidthFactor, settings.bandwidthUpFactor)
        if buffer > 0,
            let level = best(
                bandwidth: bandwidth, buffer: buffer, starvation: 0, factors: factors,
                lastLevel: lastLevel, upTo: ladder.top)
        {
            return level
        }
        let starvation = min(ladder.segmentDuration / 1_000, settings.maximumStarvation)
        return best(
            bandwidth: bandwidth, buffer: buffer, starvation: starvation, factors: factors,
            lastLevel: lastLevel, upTo: ladder.top) ?? 0
    }

    /// The highest level that the bandwidth allows and that arrives in time.
    func best(
        bandwidth: Double, buffer: Double, starvation: Double, factors: (same: Double, up: Double),
        lastLevel: Int, upTo highest: Int
    ) -> Int? {
        let duration = ladder.segmentDuration / 1_000
        let firstByte = estimator.timeToFirstByte / 1_000
        let usesAverage = buffer >= duration * 2 && starvation == 0
        for level in (0...highest).reversed() {
            let usable = (level > lastLevel ? factors.up : factors.same) * bandwidth
            let kilobits = usesAverage ? ladder.averageBitrates[level] : ladder.bitrates[level]
            let bitrate = kilobits * 1_000
            guard usable >= bitrate else { continue }
            let seconds = transferSeconds(
                bits: bitrate * duration, bandwidth: usable, level: level)
            if seconds <= firstByte || seconds < buffer + starvation { return level }
        }
        return nil
    }

    /// Seconds until a segment is there, and its level's playlist before it where that is missing.
    func transferSeconds(bits: Double, bandwidth: Double, level: Int) -> Double {
        let firstByte = estimator.timeToFirstByte / 1_000
        return firstByte + bits / bandwidth + (hasPlaylist[level] ? 0 : firstByte)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        estimator.addTimeToFirstByte(transfer.timeToFirstBit)
        estimator.add(
            bytes: transfer.bits / 8,
            duration: transfer.duration
                - min(transfer.timeToFirstBit, estimator.timeToFirstByte))
        lastLevel = transfer.level
        hasPlaylist[transfer.level] = true
        if forced == transfer.level { forced = nil }
        pending = nil
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        forced = transfer.abandonedFor
        pending = nil
    }

    package mutating func sought(toSegment segment: Int) {
        forced = nil
        pending = nil
    }
}
