/// The stable name of a rule that playlists are held to.
public enum RuleID: String, Sendable, Hashable, CaseIterable {
    // The text as a whole.
    case startsWithEXTM3U = "playlist.starts-with-extm3u"
    case wrongKind = "playlist.wrong-kind"
    case mixedKinds = "playlist.mixed-kinds"
    case utf8 = "playlist.utf8"
    case byteOrderMark = "playlist.no-byte-order-mark"
    case controlCharacter = "playlist.no-control-characters"
    case lineBreak = "playlist.line-breaks"
    case whitespace = "playlist.whitespace"

    // Tags in general.
    case repeatedTag = "tag.once-only"
    case missingTag = "tag.required"
    case misplacedTag = "tag.place"
    case tagValue = "tag.value"

    // Attribute lists.
    case attributeSyntax = "attribute.syntax"
    case repeatedAttribute = "attribute.once-only"
    case missingAttribute = "attribute.required"
    case attributeValue = "attribute.value"
    case attributeQuotes = "attribute.quotes"
    case forbiddenAttribute = "attribute.forbidden"

    // Single tags.
    case version = "version.value"
    case requiredVersion = "version.required"
    case extinf = "extinf.duration"
    case targetDuration = "targetduration.exceeded"
    case segmentWithoutEXTINF = "segment.needs-extinf"
    case segmentWithoutURI = "segment.needs-uri"
    case byteRange = "byterange.value"
    case byteRangeOffset = "byterange.offset"
    case keyMethod = "key.method"
    case keyURI = "key.uri"
    case keyIV = "key.iv"
    case mapNeedsIV = "map.needs-iv"
    case partDuration = "part.duration"
    case serverControl = "server-control.value"
    case preloadHint = "preload-hint.place"
    case dateTime = "program-date-time.value"
    case dateRange = "daterange.value"
    case interstitial = "daterange.interstitial"
    case skip = "skip.value"
    case renditionReport = "rendition-report.uri"
    case playlistType = "playlist-type.vod-without-endlist"
    case variantWithoutURI = "stream-inf.needs-uri"
    case uriWithoutVariant = "stream-inf.missing"
    case renditionGroup = "media.group"
    case rendition = "media.value"
    case autoselect = "media.autoselect"
    case videoLayout = "stream-inf.req-video-layout"
    case requiredAttribute = "stream-inf.req-attribute"
    case bandwidth = "stream-inf.bandwidth"
    case closedCaptions = "stream-inf.closed-captions"
    case sessionKey = "session-key.once-only"
    case score = "stream-inf.score"
    case start = "start.value"
    case sessionData = "session-data.value"
    case definition = "define.value"
    case undefinedVariable = "define.undefined"
    case codecs = "codecs.value"
    case contentSteering = "content-steering.pathway"

    // Media playlists of one presentation: see ``Presentation``.
    case presentationTargetDuration = "presentation.target-duration"
    case presentationType = "presentation.playlist-type"
    case presentationDiscontinuities = "presentation.discontinuities"
    case presentationDuration = "presentation.duration"
    case presentationDates = "presentation.program-date-time"
    case presentationIFrames = "presentation.i-frames-only"

    // Apple's HLS authoring specification: see ``ParsingContext/checksAuthoring``.
    case authoringResolution = "authoring.resolution"
    case authoringFrameRate = "authoring.frame-rate"
    case authoringAverageBandwidth = "authoring.average-bandwidth"
    case authoringPeak = "authoring.peak-bandwidth"
    case authoringLanguage = "authoring.language"
    case authoringPlaylistType = "authoring.playlist-type"
    case authoringIndependentSegments = "authoring.independent-segments"
    case authoringIFrames = "authoring.i-frames"
    case authoringVideoRange = "authoring.video-range"
    case authoringChannels = "authoring.channels"
    case authoringSampleEntry = "authoring.sample-entry"

    // Limits of this library: see ``PlaylistLimits``.
    case byteLimit = "limit.bytes"
    case lineLengthLimit = "limit.line-length"
    case lineLimit = "limit.lines"
    case attributeLimit = "limit.attributes"
    case variableLimit = "limit.variables"
    case segmentLimit = "limit.segments"
    case substitutionLimit = "limit.substitution"
    case numberLimit = "limit.number"
    case keyLimit = "limit.keys"
    case bareSegmentLimit = "limit.bare-segments"
    case entryLimit = "limit.entries"
}

extension RuleID {
    /// Section of draft-pantos-hls-rfc8216bis-22, for rules that belong to no single tag.
    var section: String {
        switch self {
        case .attributeSyntax, .repeatedAttribute, .attributeValue, .attributeQuotes: "4.2"
        case .definition, .undefinedVariable: "4.3"
        default: "4.1"
        }
    }
}
