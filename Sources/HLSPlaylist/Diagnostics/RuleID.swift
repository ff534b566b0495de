/// The stable name of a rule that playlists are held to.
public enum RuleID: String, Sendable, Hashable, CaseIterable {
    // The text as a whole.
    /// The first line is EXTM3U.
    case startsWithEXTM3U = "playlist.starts-with-extm3u"
    /// The playlist is of the kind that was asked for.
    case wrongKind = "playlist.wrong-kind"
    /// A media playlist has no tags of multivariant ones, and the other way round.
    case mixedKinds = "playlist.mixed-kinds"
    /// The text is UTF-8.
    case utf8 = "playlist.utf8"
    /// No byte order mark is in front.
    case byteOrderMark = "playlist.no-byte-order-mark"
    /// No control characters but line ends are in the text.
    case controlCharacter = "playlist.no-control-characters"
    /// Lines end in LF or CR LF.
    case lineBreak = "playlist.line-breaks"
    /// No blanks are around lines, colons, and attributes.
    case whitespace = "playlist.whitespace"

    // Tags in general.
    /// A tag that may stand once stands once; before one segment, too (a warning).
    case repeatedTag = "tag.once-only"
    /// A tag that is required is there.
    case missingTag = "tag.required"
    /// Tags about the numbers of segments come before all segments.
    case misplacedTag = "tag.place"
    /// The value of a tag is one that the tag can have.
    case tagValue = "tag.value"

    // Attribute lists.
    /// Lists of attributes are `NAME=value` with commas between; names have A to Z, 0 to 9 and -.
    case attributeSyntax = "attribute.syntax"
    /// An attribute stands once in a tag.
    case repeatedAttribute = "attribute.once-only"
    /// An attribute that is required is there.
    case missingAttribute = "attribute.required"
    /// The value of an attribute is of its type, and one that the attribute can have.
    case attributeValue = "attribute.value"
    /// Strings stand in quotes, other values do not.
    case attributeQuotes = "attribute.quotes"
    /// An attribute that others rule out is not there.
    case forbiddenAttribute = "attribute.forbidden"

    // Single tags.
    /// EXT-X-VERSION is an integer from 1 on; beyond what the specification knows is a warning.
    case version = "version.value"
    /// EXT-X-VERSION is at least what the features of the playlist need: section 8.
    case requiredVersion = "version.required"
    /// EXTINF has a duration, not negative, and a comma.
    case extinf = "extinf.duration"
    /// No segment, rounded to a second, is longer than EXT-X-TARGETDURATION.
    case targetDuration = "targetduration.exceeded"
    /// A segment has EXTINF.
    case segmentWithoutEXTINF = "segment.needs-extinf"
    /// EXTINF is followed by an address.
    case segmentWithoutURI = "segment.needs-uri"
    /// A byte range is a length, or a length and an offset.
    case byteRange = "byterange.value"
    /// A byte range without offset follows another one of the same resource.
    case byteRangeOffset = "byterange.offset"
    /// METHOD is one that the specification defines, and not NONE for a session.
    case keyMethod = "key.method"
    /// A key has an address, unless METHOD is NONE.
    case keyURI = "key.uri"
    /// An IV has 16 bytes (fewer are a warning), and AES-256-GCM has none.
    case keyIV = "key.iv"
    /// An init section under AES-128 has a key with an IV.
    case mapNeedsIV = "map.needs-iv"
    /// A part is at most PART-TARGET long, and at least 85 % of it where others follow in its
    /// segment.
    case partDuration = "part.duration"
    /// The distances of EXT-X-SERVER-CONTROL are as large as they have to be.
    case serverControl = "server-control.value"
    /// No hint stands in a playlist that has ended; a second one of its type is a warning.
    case preloadHint = "preload-hint.place"
    /// A date is written as ISO 8601 has it; a missing zone is a warning.
    case dateTime = "program-date-time.value"
    /// Date ranges do not contradict themselves or each other, and the playlist has a clock.
    case dateRange = "daterange.value"
    /// An interstitial has one content and values of the right types: appendix D.2.
    case interstitial = "daterange.interstitial"
    /// A delta update skips only what the earlier playlist has; without CAN-SKIP-UNTIL is a warning.
    case skip = "skip.value"
    /// The address of a rendition report is relative.
    case renditionReport = "rendition-report.uri"
    /// A playlist of type VOD has EXT-X-ENDLIST. A warning.
    case playlistType = "playlist-type.vod-without-endlist"
    /// EXT-X-STREAM-INF is followed by an address.
    case variantWithoutURI = "stream-inf.needs-uri"
    /// An address in a multivariant playlist has EXT-X-STREAM-INF before it.
    case uriWithoutVariant = "stream-inf.missing"
    /// Groups that variants name are there; names in a group differ, and one is the default.
    case renditionGroup = "media.group"
    /// Groups of one type have the same members. A warning.
    case groupMembers = "media.group-members"
    /// The attributes of a rendition fit its TYPE.
    case rendition = "media.value"
    /// Renditions that a player chooses among by itself differ in language or characteristics. A
    /// warning.
    case autoselect = "media.autoselect"
    /// REQ-VIDEO-LAYOUT has specifiers that are known: players ignore the variant otherwise. A
    /// warning.
    case videoLayout = "stream-inf.req-video-layout"
    /// No attribute has the prefix REQ- and a name that is not known: players ignore the variant
    /// otherwise. A warning.
    case requiredAttribute = "stream-inf.req-attribute"
    /// AVERAGE-BANDWIDTH is at most BANDWIDTH. A warning.
    case bandwidth = "stream-inf.bandwidth"
    /// Where one variant has CLOSED-CAPTIONS=NONE, all have.
    case closedCaptions = "stream-inf.closed-captions"
    /// No two session keys are the same.
    case sessionKey = "session-key.once-only"
    /// Where one variant has a SCORE, all have. A warning.
    case score = "stream-inf.score"
    /// EXT-X-START is inside the playlist, and away from the end of one that grows. A warning.
    case start = "start.value"
    /// Session data has a value or an address, and is unique by DATA-ID and LANGUAGE.
    case sessionData = "session-data.value"
    /// A variable has one source, a proper name, and is defined once.
    case definition = "define.value"
    /// A variable is defined before it is used.
    case undefinedVariable = "define.undefined"
    /// Variants have CODECS, complete and well-formed. A warning.
    case codecs = "codecs.value"
    /// Variants are on the pathway to begin with. A warning.
    case contentSteering = "content-steering.pathway"

    // Media playlists of one presentation: see ``Presentation``.
    /// Media playlists have the same target duration; subtitles and I-frames of VOD need not.
    case presentationTargetDuration = "presentation.target-duration"
    /// Media playlists have the same type.
    case presentationType = "presentation.playlist-type"
    /// Media playlists have the same discontinuities at the same time.
    case presentationDiscontinuities = "presentation.discontinuities"
    /// Media playlists are equally long, to a target duration.
    case presentationDuration = "presentation.duration"
    /// Either all media playlists have dates or none has, and they agree.
    case presentationDates = "presentation.program-date-time"
    /// Media playlists for scrubbing have I-frames only, others have not.
    case presentationIFrames = "presentation.i-frames-only"

    // Apple's HLS authoring specification: see ``ParsingContext/checksAuthoring``.
    /// Variants with video have RESOLUTION.
    case authoringResolution = "authoring.resolution"
    /// Variants with video have FRAME-RATE.
    case authoringFrameRate = "authoring.frame-rate"
    /// Variants have AVERAGE-BANDWIDTH.
    case authoringAverageBandwidth = "authoring.average-bandwidth"
    /// BANDWIDTH is at most twice AVERAGE-BANDWIDTH.
    case authoringPeak = "authoring.peak-bandwidth"
    /// Renditions have LANGUAGE.
    case authoringLanguage = "authoring.language"
    /// Playlists that have ended are of type VOD.
    case authoringPlaylistType = "authoring.playlist-type"
    /// Multivariant playlists have EXT-X-INDEPENDENT-SEGMENTS.
    case authoringIndependentSegments = "authoring.independent-segments"
    /// Video has playlists of I-frames to scrub with.
    case authoringIFrames = "authoring.i-frames"
    /// Where one variant has HDR, all with video have VIDEO-RANGE.
    case authoringVideoRange = "authoring.video-range"
    /// Audio renditions have CHANNELS.
    case authoringChannels = "authoring.channels"
    /// Parameter sets are in front of the samples: avc1, hvc1, dvh1.
    case authoringSampleEntry = "authoring.sample-entry"

    // Limits of this library: see ``PlaylistLimits``.
    /// See ``PlaylistLimits/bytes``.
    case byteLimit = "limit.bytes"
    /// See ``PlaylistLimits/lineLength``.
    case lineLengthLimit = "limit.line-length"
    /// See ``PlaylistLimits/lines``.
    case lineLimit = "limit.lines"
    /// See ``PlaylistLimits/attributes``.
    case attributeLimit = "limit.attributes"
    /// See ``PlaylistLimits/variables``.
    case variableLimit = "limit.variables"
    /// See ``PlaylistLimits/segments``.
    case segmentLimit = "limit.segments"
    /// See ``PlaylistLimits/substitutedBytes``.
    case substitutionLimit = "limit.substitution"
    /// Integers are at most 2^63 - 1, times 9 billion seconds: what the library can hold.
    case numberLimit = "limit.number"
    /// See ``PlaylistLimits/keys``.
    case keyLimit = "limit.keys"
    /// See ``PlaylistLimits/bareSegments``.
    case bareSegmentLimit = "limit.bare-segments"
    /// See ``PlaylistLimits/entries``.
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
