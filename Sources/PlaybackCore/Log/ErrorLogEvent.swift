/// Something that could not be had during a playback, as an error log tells of it.
///
/// The properties are those of AVFoundation's `AVPlayerItemErrorLogEvent`; each names its field in
/// the log, and is nil while it is unknown.
public struct ErrorLogEvent: Sendable, Hashable {
    /// When it happened, since 1970-01-01T00:00:00Z (`date` and `time`).
    public var moment: Duration?
    /// The media playlist (`uri`).
    public var uri: String?
    /// The server that it came from (`s-ip`).
    public var serverAddress: String?
    /// What the playback is called (`cs-guid`).
    public var playbackSessionID: String?
    /// A code of the domain, which may be negative (`status`).
    public var errorStatusCode: Int?
    /// Whose code that is (`domain`).
    public var errorDomain: String?
    /// What happened, in words (`comment`).
    public var errorComment: String?
    /// Fields of the log that none of these is, by their names.
    public var otherFields: [String: String] = [:]

    /// An error of which nothing is known.
    public init() {}
}

extension ErrorLogEvent: LogEvent {
    static let properties: [(name: String, value: LogProperty<ErrorLogEvent>)] = [
        ("date", .date(\.moment)),
        ("time", .time(\.moment)),
        ("uri", .text(\.uri)),
        ("s-ip", .text(\.serverAddress)),
        ("cs-guid", .text(\.playbackSessionID)),
        ("status", .code(\.errorStatusCode)),
        ("domain", .text(\.errorDomain)),
        ("comment", .text(\.errorComment)),
    ]
}
