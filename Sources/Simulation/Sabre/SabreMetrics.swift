internal import PlaybackCore

/// What Sabre prints of a session, and the levels that were downloaded.
package struct SabreMetrics: Sendable, Hashable {
    /// Levels of the segments that were downloaded whole, without replacements, in that order.
    package var downloadedLevels: [Int] = []
    /// When each of them was there, in milliseconds since the session began.
    package var finished: [Double] = []
    package var abandons = 0
    package var replacements = 0

    var bufferSize = 0.0
    var segmentDuration = 0.0
    var segmentCount = 0
    var gammaP = 0.0

    package var playedUtility = 0.0
    /// Sum over the segments played, in kbit/s.
    package var playedBitrate = 0.0
    /// Milliseconds, stalls and the start included.
    package var playTime = 0.0
    package var startup = 0.0
    package var stallTime = 0.0
    package var stalls = 0
    /// Sum of the differences, in kbit/s.
    package var bitrateChange = 0.0
    package var logBitrateChange = 0.0
    /// Milliseconds of play time until a sustained level was played; nil when none was.
    package var rampUp: Double?
    package var totalReactionTime = 0.0

    private var overestimates = RunningMean()
    private var otherEstimates = RunningMean()
    private var estimates = RunningMean()

    private struct RunningMean: Sendable, Hashable {
        var count = 0
        var mean = 0.0

        mutating func add(_ value: Double) {
            count += 1
            mean += (value - mean) / Double(count)
        }
    }

    package init() {}

    /// Compares what the rule expected of the link with what it gave.
    mutating func count(estimate: Double, of transfer: SegmentTransfer) {
        let actual = transfer.bits / (transfer.duration - transfer.timeToFirstBit)
        if estimate > actual {
            overestimates.add(estimate - actual)
        } else {
            otherEstimates.add(actual - estimate)
        }
        estimates.add(estimate - actual)
    }

    /// Names and values as Sabre prints them.
    package var lines: [(name: String, value: String)] {
        let perSegment = 1 / (playTime / segmentDuration)
        func decimal(_ value: Double) -> String { FixedDecimal.text(value) }
        let score = perSegment * (playedUtility - gammaP * stallTime / segmentDuration)
        let rampUp = rampUp ?? Double(segmentCount) * segmentDuration
        return [
            ("buffer size", String(Int(bufferSize))),
            ("total played utility", decimal(playedUtility)),
            ("time average played utility", decimal(playedUtility * perSegment)),
            ("total played bitrate", decimal(playedBitrate)),
            ("time average played bitrate", decimal(playedBitrate * perSegment)),
            ("total play time", decimal(playTime / 1_000)),
            ("total play time chunks", decimal(playTime / segmentDuration)),
            ("total rebuffer", decimal(stallTime / 1_000)),
            ("rebuffer ratio", decimal(stallTime / playTime)),
            ("time average rebuffer", decimal(stallTime / 1_000 * perSegment)),
            ("total rebuffer events", decimal(Double(stalls))),
            ("time average rebuffer events", decimal(Double(stalls) * perSegment)),
            ("total bitrate change", decimal(bitrateChange)),
            ("time average bitrate change", decimal(bitrateChange * perSegment)),
            ("total log bitrate change", decimal(logBitrateChange)),
            ("time average log bitrate change", decimal(logBitrateChange * perSegment)),
            ("time average score", decimal(score)),
            ("over estimate count", String(overestimates.count)),
            ("over estimate", overestimates.count == 0 ? "0" : decimal(overestimates.mean)),
            ("leq estimate count", String(otherEstimates.count)),
            ("leq estimate", otherEstimates.count == 0 ? "0" : decimal(otherEstimates.mean)),
            ("estimate", decimal(estimates.mean)),
            ("rampup time", decimal(rampUp / 1_000)),
            ("total reaction time", decimal(totalReactionTime / 1_000)),
        ]
    }
}
