/// Keeps a level down that would arrive only after the buffer has run out.
///
/// Source: the insufficient buffer rule of Sabre: what the link carries while the buffer lasts, less
/// a safety that grows with each use.
struct InsufficientBufferGuard: Sendable, Hashable {
    private static let firstSafety = 0.9
    private static let leastSafety = 0.5

    private var safety = firstSafety

    /// - Parameter level: what the rule would choose.
    /// - Returns: a level below it; nil when the buffer suffices for it.
    mutating func cap(
        _ level: Int, _ ladder: Ladder, bufferLevel: Double, latency: Double, throughput: Double
    ) -> Int? {
        let safeSize = safety * (bufferLevel - latency) * throughput
        safety = max(safety * Self.firstSafety, Self.leastSafety)
        for lower in 0..<level
        where ladder.bitrates[lower + 1] * ladder.segmentDuration > safeSize {
            return lower
        }
        return nil
    }
}
