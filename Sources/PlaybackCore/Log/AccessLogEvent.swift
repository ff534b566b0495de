/// A period in which one variant plays without an interruption, as an access log tells of it.
///
/// The properties are those of AVFoundation's `AVPlayerItemAccessLogEvent`; each names its field in
/// the log. A number is negative and a text nil while it is unknown. Times are in seconds, rates in
/// bit/s.
public struct AccessLogEvent: Sendable, Hashable {
    /// Requests for media (`sc-count`).
    public var numberOfMediaRequests = -1
    /// When the period began, since 1970-01-01T00:00:00Z (`date` and `time`).
    public var playbackStart: Duration?
    /// The media playlist (`uri`).
    public var uri: String?
    /// The server that the last segment came from (`s-ip`).
    public var serverAddress: String?
    /// How often that changed (`s-ip-changes`).
    public var numberOfServerAddressChanges = -1
    /// What the playback is called (`cs-guid`).
    public var playbackSessionID: String?
    /// Media time at which the period began (`c-start-time`).
    public var playbackStartOffset = -1.0
    /// Media that was downloaded (`c-duration-downloaded`).
    public var segmentsDownloadedDuration = -1.0
    /// Media that was played (`c-duration-watched`).
    public var durationWatched = -1.0
    /// How often the buffer ran empty (`c-stalls`).
    public var numberOfStalls = -1
    /// Media bytes that arrived (`bytes`).
    public var numberOfBytesTransferred = -1
    /// How long requests for them were open (`c-transfer-duration`).
    public var transferDuration = -1.0
    /// What the link gave over all these requests (`c-observed-bitrate`).
    public var observedBitrate = -1.0
    /// What the variant declares as its peak (`sc-indicated-bitrate`).
    public var indicatedBitrate = -1.0
    /// What the variant declares as its average (`sc-indicated-avg-bitrate`).
    public var indicatedAverageBitrate = -1.0
    /// What the video downloaded has, with the audio where both are in one stream
    /// (`c-avg-video-bitrate`).
    public var averageVideoBitrate = -1.0
    /// What the audio downloaded has, where it is a stream of its own (`c-avg-audio-bitrate`).
    public var averageAudioBitrate = -1.0
    /// Frames that were not shown (`c-frames-dropped`).
    public var numberOfDroppedVideoFrames = -1
    /// From the request to play to the first frame (`c-startup-time`).
    public var startupTime = -1.0
    /// Segments that took longer to arrive than they play (`c-overdue`).
    public var downloadOverdue = -1
    /// Of single requests, the greatest (`c-observed-max-bitrate`).
    public var observedMaxBitrate = -1.0
    /// Of single requests, the least (`c-observed-min-bitrate`).
    public var observedMinBitrate = -1.0
    /// Of single requests, the standard deviation (`c-observed-bitrate-sd`).
    public var observedBitrateStandardDeviation = -1.0
    /// `VOD`, `LIVE` or `FILE` (`s-playback-type`).
    public var playbackType: String?
    /// Requests over a wireless wide area network (`sc-wwan-count`).
    public var mediaRequestsWWAN = -1
    /// The bandwidth that caused the switch, up or down, that began the period (`c-switch-bitrate`).
    public var switchBitrate = -1.0
    /// Fields of the log that none of these is, by their names.
    public var otherFields: [String: String] = [:]

    /// A period of which nothing is known.
    public init() {}
}

extension AccessLogEvent: LogEvent {
    static let properties: [(name: String, value: LogProperty<AccessLogEvent>)] = [
        ("sc-count", .count(\.numberOfMediaRequests)),
        ("date", .date(\.playbackStart)),
        ("time", .time(\.playbackStart)),
        ("uri", .text(\.uri)),
        ("s-ip", .text(\.serverAddress)),
        ("s-ip-changes", .count(\.numberOfServerAddressChanges)),
        ("cs-guid", .text(\.playbackSessionID)),
        ("c-start-time", .number(\.playbackStartOffset)),
        ("c-duration-downloaded", .number(\.segmentsDownloadedDuration)),
        ("c-duration-watched", .number(\.durationWatched)),
        ("c-stalls", .count(\.numberOfStalls)),
        ("bytes", .count(\.numberOfBytesTransferred)),
        ("c-transfer-duration", .number(\.transferDuration)),
        ("c-observed-bitrate", .number(\.observedBitrate)),
        ("sc-indicated-bitrate", .number(\.indicatedBitrate)),
        ("sc-indicated-avg-bitrate", .number(\.indicatedAverageBitrate)),
        ("c-avg-video-bitrate", .number(\.averageVideoBitrate)),
        ("c-avg-audio-bitrate", .number(\.averageAudioBitrate)),
        ("c-frames-dropped", .count(\.numberOfDroppedVideoFrames)),
        ("c-startup-time", .number(\.startupTime)),
        ("c-overdue", .count(\.downloadOverdue)),
        ("c-observed-max-bitrate", .number(\.observedMaxBitrate)),
        ("c-observed-min-bitrate", .number(\.observedMinBitrate)),
        ("c-observed-bitrate-sd", .number(\.observedBitrateStandardDeviation)),
        ("s-playback-type", .text(\.playbackType)),
        ("sc-wwan-count", .count(\.mediaRequestsWWAN)),
        ("c-switch-bitrate", .number(\.switchBitrate)),
    ]
}
