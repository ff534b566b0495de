/// The throughput of a transfer that is under way, once there are enough samples of it.
///
/// Source: `AbandonRequestsRule` of dash.js 5.1: the mean of at least 6 samples, after 500 ms.
struct TransferSlowness: Sendable, Hashable {
    /// A transfer that takes more than so many durations of its segment is slow.
    static let multiple = 1.8
    private static let leastSamples = 6
    private static let grace = 500.0

    private var segment: Int?
    private var level: Int?
    private var sum = 0.0
    private var count = 0

    /// - Returns: kbit/s; nil as long as it is too early to say.
    mutating func throughput(_ progress: TransferProgress) -> Double? {
        if segment != progress.segment || level != progress.level {
            (segment, level, sum, count) = (progress.segment, progress.level, 0, 0)
        }
        guard let firstBit = progress.timeToFirstBit, progress.duration > firstBit,
            progress.bits > 0
        else { return nil }
        let elapsed = progress.duration - firstBit
        sum += (progress.bits / elapsed).rounded()
        count += 1
        guard count >= Self.leastSamples, elapsed > Self.grace, sum > 0 else { return nil }
        return (sum / Double(count)).rounded()
    }
}
