/// What a playback could not have; AVFoundation's `AVPlayerItemErrorLog`.
public struct ErrorLog: Sendable, Hashable {
    /// In the order in which they happened.
    public var events: [ErrorLogEvent]

    /// A log of these errors.
    public init(events: [ErrorLogEvent] = []) {
        self.events = events
    }

    /// Reads a log in the W3C's extended log file format, as ``extendedLogText(writtenAt:)`` and
    /// devices write it: the fields in any order, those that are none of an error log kept.
    /// - Throws: ``ExtendedLogError`` with the line at which it is none.
    public init(parsing text: some StringProtocol) throws(ExtendedLogError) {
        events = try ExtendedLog(parsing: text).events()
    }

    /// The log in the W3C's extended log file format, every field named and each error a line. Read
    /// again, it is the same log.
    /// - Parameter writtenAt: since 1970-01-01T00:00:00Z, for the log's head.
    public func extendedLogText(writtenAt: Duration? = nil) -> String {
        ExtendedLog(events, writtenAt: writtenAt).text
    }
}
