/// BOLA with a placeholder for the part of the buffer that is missing for reasons other than the
/// link: at the start, after a seek, when nothing may be requested.
///
/// Source: K. Spiteri, R. Sitaraman, D. Sparacio, "From Theory to Practice: Improving Bitrate
/// Adaptation in the DASH Reference Player", MMSys 2018, as `BolaEnh` of Sabre and `BolaRule` of
/// dash.js 5.1 have it.
package struct BolaERule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        package var estimator = SabreEstimator.Method.standard
        /// Milliseconds of media that the buffer holds.
        package var bufferSize = 25_000.0
        /// Whether γp and V follow from the buffer at which the lowest and the top level are wanted;
        /// else γp is ``gammaP``, as in ``BolaRule``.
        package var fitsLevelsToBuffer = true
        package var gammaP = 5.0
        /// Whether the level is kept down while the buffer is short.
        package var guardsBuffer = true
        package var avoidsOscillation = false
        /// What is left of the placeholder from one choice to the next.
        package var placeholderDecay = 1.0
        /// Of the throughput, what is counted on when the first level is chosen.
        package var startSafety = 1.0

        package init() {}
    }

    /// Milliseconds of buffer at which the lowest level is preferred.
    private static let minimumBuffer = 10_000.0
    /// Milliseconds that each level adds to what the top level waits for.
    private static let bufferPerLevel = 2_000.0

    private let ladder: Ladder
    private let settings: Settings
    private let gammaP: Double
    /// V·p in milliseconds per utility.
    private let control: Double
    private var isStarting = true
    private var placeholder = 0.0
    private var lastLevel = 0
    private var bufferGuard = InsufficientBufferGuard()
    private var estimator: SabreEstimator

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        estimator = SabreEstimator(settings.estimator, segmentDuration: ladder.segmentDuration)
        let span = ladder.utilities[ladder.top]
        if settings.fitsLevelsToBuffer {
            let target = max(
                Self.minimumBuffer + Self.bufferPerLevel * Double(ladder.levelCount),
                settings.bufferSize)
            // With one level there is nothing to choose; any factor will do.
            let gamma = span / (target / Self.minimumBuffer - 1)
            gammaP = gamma > 0 ? gamma : 1
            control = Self.minimumBuffer / gammaP
        } else {
            gammaP = settings.gammaP - 1
            control = (settings.bufferSize - ladder.segmentDuration) / (span + 1 + gammaP)
        }
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        choose(situation, throughput: estimator.throughput, latency: estimator.latency)
    }

    /// The choice by estimates that several rules share: kbit/s and milliseconds.
    mutating func choose(_ situation: Situation, throughput: Double?, latency: Double) -> Choice {
        guard let throughput else { return Choice(level: lastLevel) }
        let bufferLevel = situation.bufferLevel
        if isStarting {
            isStarting = false
            bufferGuard = InsufficientBufferGuard()
            let level = ladder.level(
                sustainedBy: throughput * settings.startSafety, latency: latency)
            placeholder = max(0, leastBuffer(for: level) - bufferLevel)
            return Choice(level: level)
        }
        placeholder *= settings.placeholderDecay
        var level = level(at: bufferLevel + placeholder)
        let sustained = ladder.level(sustainedBy: throughput, latency: latency)
        if level > lastLevel, level > sustained {
            level = max(lastLevel, sustained) + (settings.avoidsOscillation ? 0 : 1)
        }
        var delay = usePlaceholder(bufferLevel + placeholder - mostBuffer(for: level))
        if level == ladder.top { delay = 0 }
        if settings.guardsBuffer,
            let cap = bufferGuard.cap(
                level, ladder, bufferLevel: bufferLevel, latency: latency, throughput: throughput)
        {
            level = cap
            delay = 0
            placeholder = min(placeholder, max(0, leastBuffer(for: level) - bufferLevel))
        }
        return Choice(level: level, delay: delay)
    }

    /// Takes a wait out of the placeholder first.
    /// - Returns: what is left of it to be waited.
    private mutating func usePlaceholder(_ delay: Double) -> Double {
        guard delay > 0 else { return 0 }
        let used = min(delay, placeholder)
        defer { placeholder -= used }
        return delay <= placeholder ? 0 : delay - placeholder
    }

    private func level(at bufferLevel: Double) -> Int {
        var best = 0
        var bestScore = -Double.infinity
        for level in 0..<ladder.levelCount {
            let score = (mostBuffer(for: level) - bufferLevel) / ladder.bitrates[level]
            if score > bestScore { (best, bestScore) = (level, score) }
        }
        return best
    }

    /// Milliseconds of buffer above which the level is not worth its bits.
    private func mostBuffer(for level: Int) -> Double {
        control * (ladder.utilities[level] + 1 + gammaP)
    }

    /// Milliseconds of buffer from which on the level is preferred to all lower ones.
    private func leastBuffer(for level: Int) -> Double {
        let rate = ladder.bitrates[level]
        let utility = ladder.utilities[level] + 1
        var least = 0.0
        for lower in 0..<level where ladder.utilities[lower] < ladder.utilities[level] {
            let lowerRate = ladder.bitrates[lower]
            let lowerUtility = ladder.utilities[lower] + 1
            least = max(
                least,
                control
                    * (gammaP + (rate * lowerUtility - lowerRate * utility) / (rate - lowerRate)))
        }
        return least
    }

    package mutating func waited(_ milliseconds: Double) {
        placeholder += milliseconds
    }

    package mutating func sought(toSegment segment: Int) {
        isStarting = true
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        adjustPlaceholder(after: transfer)
        estimator.add(transfer)
    }

    /// Nothing is missing from a buffer that ran empty: it was the link.
    mutating func bufferRanEmpty() {
        if !isStarting { placeholder = 0 }
    }

    /// Keeps the placeholder within what the level that arrived stands for.
    mutating func adjustPlaceholder(after transfer: SegmentTransfer) {
        lastLevel = transfer.level
        if transfer.isReplacement {
            placeholder += ladder.segmentDuration
            return
        }
        let before = transfer.bufferLevel + transfer.duration
        placeholder = min(placeholder, max(0, mostBuffer(for: transfer.level) - before))
        if transfer.bufferLevel > 0 {
            placeholder = max(placeholder, leastBuffer(for: transfer.level) - before)
        }
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        lastLevel = transfer.level
        guard !transfer.isReplacement, let level = transfer.abandonedFor else { return }
        let wanted = level > 0 ? leastBuffer(for: level) : Self.minimumBuffer
        placeholder = min(placeholder, max(0, wanted - transfer.bufferLevel))
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        let left = progress.size - progress.bits
        guard progress.bits > 0, left > 0, let start = progress.timeToFirstBit,
            progress.duration > start
        else { return nil }
        // Another request means another latency, in which the present one would go on.
        let bufferLevel = max(0, progress.bufferLevel + placeholder - start)
        let rest = left - start * (progress.bits / (progress.duration - start))
        guard rest > 0 else { return nil }
        var best: Int?
        var bestScore = (mostBuffer(for: progress.level) - bufferLevel) / rest
        for level in 0..<progress.level {
            let size = progress.size * ladder.bitrates[level] / ladder.bitrates[progress.level]
            let score = (mostBuffer(for: level) - bufferLevel) / size
            if size < rest, score > bestScore { (best, bestScore) = (level, score) }
        }
        return best
    }
}
