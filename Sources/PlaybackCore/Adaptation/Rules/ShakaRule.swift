/// The rule of Shaka Player.
///
/// Source: `lib/abr/simple_abr_manager.js` of Shaka Player 5.2 (35b290e41, Apache-2.0).
package struct ShakaRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        /// In bit/s.
        package var defaultEstimate = 1_000_000.0
        /// Of the bandwidth, what a level may need to be kept.
        package var downgradeTarget = 0.95
        /// Of the bandwidth, what the next level may need to be taken.
        package var upgradeTarget = 0.85
        /// Milliseconds between two choices.
        package var switchInterval = 8_000.0

        package init() {}
    }

    private let ladder: Ladder
    private let settings: Settings
    private var estimator: ShakaEstimator
    private var level: Int?
    private var lastChosen = 0.0
    private var isStarting = true

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        estimator = ShakaEstimator(defaultEstimate: settings.defaultEstimate)
    }

    package var throughput: Double? { estimator.bandwidth / 1_000 }

    package mutating func choose(_ situation: Situation) -> Choice {
        guard let level else { return choose(at: situation.elapsed) }
        if isStarting {
            guard estimator.isTrusted else { return Choice(level: level) }
            isStarting = false
        } else if situation.elapsed - lastChosen < settings.switchInterval {
            return Choice(level: level)
        }
        return choose(at: situation.elapsed)
    }

    private mutating func choose(at elapsed: Double) -> Choice {
        let bandwidth = estimator.bandwidth / 1_000
        var chosen = 0
        for level in 0..<ladder.levelCount {
            let next = level < ladder.top ? ladder.bitrates[level + 1] : .infinity
            if bandwidth >= ladder.bitrates[level] / settings.downgradeTarget,
                bandwidth <= next / settings.upgradeTarget
            {
                chosen = level
            }
        }
        level = chosen
        lastChosen = elapsed
        return Choice(level: chosen)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        estimator.add(bytes: transfer.bits / 8, duration: transfer.duration)
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        segmentArrived(transfer)
    }
}
