/// The level that buys most utility for its bits at the present buffer.
///
/// Source: K. Spiteri, R. Urgaonkar, R. Sitaraman, "BOLA: Near-Optimal Bitrate Adaptation for Online
/// Videos", INFOCOM 2016, as `Bola` of Sabre has it: BOLA-FINITE with a cap at the level that the
/// link sustains; `basic` is BOLA-BASIC but for the cap.
package struct BolaRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        package var estimator = SabreEstimator.Method.standard
        /// γp: how much a segment without a stall is worth, as utility.
        package var gammaP = 5.0
        /// Milliseconds of media that the buffer holds.
        package var bufferSize = 25_000.0
        /// BOLA-BASIC: the buffer is used in full from the beginning to the end, nothing is abandoned.
        package var isBasic = false
        /// BOLA-O: waits at the sustained level rather than taking the next higher one in turns.
        package var avoidsOscillation = false

        package init() {}
    }

    private let ladder: Ladder
    private let settings: Settings
    /// V·p in milliseconds per utility.
    private var control: Double
    private var lastSeek = 0
    private var lastLevel = 0
    private var estimator: SabreEstimator

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        estimator = SabreEstimator(settings.estimator, segmentDuration: ladder.segmentDuration)
        control =
            (settings.bufferSize - ladder.segmentDuration)
            / (ladder.utilities[ladder.top] + settings.gammaP)
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        choose(situation, by: estimator)
    }

    /// The choice by an estimator that several rules share.
    mutating func choose(_ situation: Situation, by estimator: SabreEstimator) -> Choice {
        if !settings.isBasic { adjustControl(situation.segment) }
        var level = level(at: situation.bufferLevel)
        var delay = 0.0
        if level > lastLevel {
            let sustained =
                estimator.throughput.map {
                    ladder.level(sustainedBy: $0, latency: estimator.latency)
                } ?? 0
            if level > sustained {
                if lastLevel > sustained {
                    level = lastLevel
                } else if settings.avoidsOscillation {
                    level = sustained
                    delay = max(0, situation.bufferLevel - worth(sustained))
                    if level == ladder.top { delay = 0 }
                } else {
                    level = sustained + 1
                }
            }
        }
        lastLevel = level
        return Choice(level: level, delay: delay)
    }

    /// Near the beginning and the end of what is played, the buffer cannot grow to its size.
    private mutating func adjustControl(_ segment: Int) {
        let segments = Double(min(segment - lastSeek, ladder.segmentCount - segment))
        let reach = max(segments / 2, 3) * ladder.segmentDuration
        control =
            (min(settings.bufferSize, reach) - ladder.segmentDuration)
            / (ladder.utilities[ladder.top] + settings.gammaP)
    }

    /// Milliseconds of buffer above which the level is not worth its bits.
    private func worth(_ level: Int) -> Double {
        control * (settings.gammaP + ladder.utilities[level])
    }

    private func level(at bufferLevel: Double) -> Int {
        var best = 0
        var bestScore = -Double.infinity
        for level in 0..<ladder.levelCount {
            let score = (worth(level) - bufferLevel) / ladder.bitrates[level]
            if score > bestScore { (best, bestScore) = (level, score) }
        }
        return best
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        estimator.add(transfer)
    }

    package mutating func sought(toSegment segment: Int) {
        lastSeek = segment
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        let left = progress.size - progress.bits
        guard !settings.isBasic, progress.bits > 0, left > 0 else { return nil }
        var bestScore = (worth(progress.level) - progress.bufferLevel) / left
        guard bestScore >= 0 else { return nil }
        var best: Int?
        for level in 0..<progress.level {
            let size = progress.size * ladder.bitrates[level] / ladder.bitrates[progress.level]
            let score = (worth(level) - progress.bufferLevel) / size
            if size < left, score > bestScore { (best, bestScore) = (level, score) }
        }
        if let best { lastLevel = best }
        return best
    }
}
