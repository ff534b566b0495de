/// What a playback had of the network, period by period; AVFoundation's `AVPlayerItemAccessLog`.
///
/// A period ends at a switch to another variant, a stall, a seek and the end.
public struct AccessLog: Sendable, Hashable {
    /// In the order in which they began.
    public var events: [AccessLogEvent]

    /// A log of these periods.
    public init(events: [AccessLogEvent] = []) {
        self.events = events
    }

    /// Reads a log in the W3C's extended log file format, as ``extendedLogText(writtenAt:)`` and
    /// devices write it: the fields in any order, those that are none of an access log kept.
    /// - Throws: ``ExtendedLogError`` with the line at which it is none.
    public init(parsing text: some StringProtocol) throws(ExtendedLogError) {
        events = try ExtendedLog(parsing: text).events()
    }

    /// Seconds of media played, over all periods; AVFoundation's `totalDurationWatched`. What is
    /// unknown counts nothing.
    public var totalDurationWatched: Double {
        events.reduce(0) { $0 + max(0, $1.durationWatched) }
    }

    /// The log in the W3C's extended log file format, every field named and each period a line. Read
    /// again, it is the same log.
    /// - Parameter writtenAt: since 1970-01-01T00:00:00Z, for the log's head.
    public func extendedLogText(writtenAt: Duration? = nil) -> String {
        ExtendedLog(events, writtenAt: writtenAt).text
    }
}
