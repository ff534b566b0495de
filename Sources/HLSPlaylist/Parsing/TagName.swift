/// The tags of draft-pantos-hls-rfc8216bis-22, and one that older versions had.
enum TagName: String, CaseIterable, Sendable {
    case extm3u = "EXTM3U"
    case version = "EXT-X-VERSION"
    case independentSegments = "EXT-X-INDEPENDENT-SEGMENTS"
    case start = "EXT-X-START"
    case define = "EXT-X-DEFINE"
    case targetDuration = "EXT-X-TARGETDURATION"
    case mediaSequence = "EXT-X-MEDIA-SEQUENCE"
    case discontinuitySequence = "EXT-X-DISCONTINUITY-SEQUENCE"
    case endList = "EXT-X-ENDLIST"
    case playlistType = "EXT-X-PLAYLIST-TYPE"
    case iFramesOnly = "EXT-X-I-FRAMES-ONLY"
    case partInf = "EXT-X-PART-INF"
    case serverControl = "EXT-X-SERVER-CONTROL"
    case extinf = "EXTINF"
    case byteRange = "EXT-X-BYTERANGE"
    case discontinuity = "EXT-X-DISCONTINUITY"
    case key = "EXT-X-KEY"
    case map = "EXT-X-MAP"
    case programDateTime = "EXT-X-PROGRAM-DATE-TIME"
    case gap = "EXT-X-GAP"
    case bitrate = "EXT-X-BITRATE"
    case part = "EXT-X-PART"
    case dateRange = "EXT-X-DATERANGE"
    case skip = "EXT-X-SKIP"
    case preloadHint = "EXT-X-PRELOAD-HINT"
    case renditionReport = "EXT-X-RENDITION-REPORT"
    case media = "EXT-X-MEDIA"
    case streamInf = "EXT-X-STREAM-INF"
    case iFrameStreamInf = "EXT-X-I-FRAME-STREAM-INF"
    case sessionData = "EXT-X-SESSION-DATA"
    case sessionKey = "EXT-X-SESSION-KEY"
    case contentSteering = "EXT-X-CONTENT-STEERING"
    /// Removed from the protocol in version 7.
    case allowCache = "EXT-X-ALLOW-CACHE"

    /// The kind of playlist the tag belongs to; nil: either.
    var kind: PlaylistKind? {
        switch self {
        case .extm3u, .version, .independentSegments, .start, .define: nil
        case .media, .streamInf, .iFrameStreamInf, .sessionData, .sessionKey, .contentSteering:
            .multivariant
        default: .media
        }
    }

    /// Whether the tag settles what kind a playlist is, where servers mix the kinds.
    var isDecisive: Bool {
        switch self {
        case .extinf, .part, .media, .streamInf, .iFrameStreamInf: true
        default: false
        }
    }

    /// Section of draft-pantos-hls-rfc8216bis-22.
    var section: String {
        switch self {
        case .extm3u: "4.4.1.1"
        case .version: "4.4.1.2"
        case .independentSegments: "4.4.2.1"
        case .start: "4.4.2.2"
        case .define: "4.4.2.3"
        case .targetDuration: "4.4.3.1"
        case .mediaSequence: "4.4.3.2"
        case .discontinuitySequence: "4.4.3.3"
        case .endList: "4.4.3.4"
        case .playlistType: "4.4.3.5"
        case .iFramesOnly: "4.4.3.6"
        case .partInf: "4.4.3.7"
        case .serverControl: "4.4.3.8"
        case .extinf: "4.4.4.1"
        case .byteRange: "4.4.4.2"
        case .discontinuity: "4.4.4.3"
        case .key: "4.4.4.4"
        case .map: "4.4.4.5"
        case .programDateTime: "4.4.4.6"
        case .gap: "4.4.4.7"
        case .bitrate: "4.4.4.8"
        case .part: "4.4.4.9"
        case .dateRange: "4.4.5.1"
        case .skip: "4.4.5.2"
        case .preloadHint: "4.4.5.3"
        case .renditionReport: "4.4.5.4"
        case .media: "4.4.6.1"
        case .streamInf: "4.4.6.2"
        case .iFrameStreamInf: "4.4.6.3"
        case .sessionData: "4.4.6.4"
        case .sessionKey: "4.4.6.5"
        case .contentSteering: "4.4.6.6"
        case .allowCache: "8"
        }
    }
}

enum PlaylistKind: Sendable {
    case multivariant
    case media
}
