/// A stretch of a presentation, in media time from its start; AVFoundation's `CMTimeRange`.
public struct MediaTimeRange: Sendable, Hashable, Codable {
    public var start: Duration
    /// The first instant behind it; not before ``start``.
    public var end: Duration

    /// - Precondition: `end` is not before `start`.
    public init(start: Duration, end: Duration) {
        precondition(start <= end, "a range of time ends at its start or later")
        self.start = start
        self.end = end
    }

    public var duration: Duration { end - start }
}

extension MediaTimeRange: CustomStringConvertible {
    /// `4.0-8.0 s`
    public var description: String {
        "\(start / .seconds(1))-\(end / .seconds(1)) s"
    }
}
