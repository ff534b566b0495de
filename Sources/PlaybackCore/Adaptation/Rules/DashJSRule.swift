/// The rules of dash.js as it combines them by default: throughput or BOLA by the buffer, and the
/// least of that with what the buffer and the history of drops allow.
///
/// Source: dash.js 5.1 (`ThroughputRule`, `BolaRule`, `InsufficientBufferRule`, `SwitchHistoryRule`,
/// `AbandonRequestsRule` and the dynamic strategy of `AbrController`).
package struct DashJSRule: AdaptationRule, Hashable {
    package struct Settings: Sendable, Hashable {
        /// Milliseconds of media that the buffer holds; BOLA takes over from there on.
        package var bufferSize = 18_000.0
        /// Of the throughput, what is counted on.
        package var safety = 0.9
        /// The same where the buffer limits the level.
        package var bufferSafety = 0.7
        /// Segments at the start and after a seek for which the buffer does not limit the level.
        package var segmentsWithoutGuard = 2

        package init() {}
    }

    private let ladder: Ladder
    private let settings: Settings
    private var bola: BolaERule
    private var estimator = DashJSEstimator()
    private var history: DropHistory
    private var slowness = TransferSlowness()
    private var usesBola = false
    private var unguarded: Int

    package init(_ ladder: Ladder, _ settings: Settings = Settings()) {
        self.ladder = ladder
        self.settings = settings
        var bolaSettings = BolaERule.Settings()
        bolaSettings.bufferSize = settings.bufferSize
        bolaSettings.guardsBuffer = false
        bolaSettings.avoidsOscillation = true
        bolaSettings.placeholderDecay = 0.99
        bolaSettings.startSafety = settings.safety
        bola = BolaERule(ladder, bolaSettings)
        history = DropHistory(levelCount: ladder.levelCount)
        unguarded = settings.segmentsWithoutGuard
    }

    package var throughput: Double? { estimator.throughput }

    package mutating func choose(_ situation: Situation) -> Choice {
        guard let throughput = estimator.throughput else { return Choice(level: 0) }
        if situation.bufferLevel <= 0 { bola.bufferRanEmpty() }
        let threshold = usesBola ? settings.bufferSize / 2 : settings.bufferSize
        usesBola = situation.bufferLevel >= threshold
        var choice =
            usesBola
            ? bola.choose(situation, throughput: throughput, latency: 0)
            : Choice(level: ladder.level(within: throughput * settings.safety))
        if let limit = bufferLimit(situation, throughput), limit < choice.level {
            choice = Choice(level: limit)
        }
        if let limit = history.limit, limit < choice.level { choice = Choice(level: limit) }
        if let level = situation.level { history.add(from: level, to: choice.level) }
        return choice
    }

    private func bufferLimit(_ situation: Situation, _ throughput: Double) -> Int? {
        guard unguarded <= 0 else { return nil }
        guard situation.bufferLevel > 0 else { return 0 }
        let lasting = situation.bufferLevel / ladder.segmentDuration
        return ladder.level(within: throughput * settings.bufferSafety * lasting)
    }

    package mutating func segmentArrived(_ transfer: SegmentTransfer) {
        estimator.add(
            bits: transfer.bits, duration: transfer.duration - transfer.timeToFirstBit,
            latency: transfer.timeToFirstBit)
        bola.adjustPlaceholder(after: transfer)
        unguarded -= 1
    }

    package mutating func segmentAbandoned(_ transfer: SegmentTransfer) {
        bola.segmentAbandoned(transfer)
    }

    package mutating func waited(_ milliseconds: Double) {
        bola.waited(milliseconds)
    }

    package mutating func sought(toSegment segment: Int) {
        bola.sought(toSegment: segment)
        unguarded = settings.segmentsWithoutGuard
    }

    package mutating func abandon(_ progress: TransferProgress) -> Int? {
        guard let measured = slowness.throughput(progress), progress.level > 0,
            progress.bufferLevel <= settings.bufferSize,
            progress.size / measured >= ladder.segmentDuration * TransferSlowness.multiple
        else { return nil }
        let level = ladder.level(within: measured * settings.safety)
        let size = progress.size * ladder.bitrates[level] / ladder.bitrates[progress.level]
        return level < progress.level && progress.size - progress.bits > size ? level : nil
    }
}
