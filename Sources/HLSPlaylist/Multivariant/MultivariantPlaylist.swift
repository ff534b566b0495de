/// A playlist that lists variants and renditions: section 4.4.6.
///
/// Two playlists are equal when their content is; ``diagnostics`` do not count.
public struct MultivariantPlaylist: Sendable {
    /// EXT-X-VERSION; 1 when there is none.
    public var version: Int
    /// EXT-X-INDEPENDENT-SEGMENTS, for all media playlists.
    public var hasIndependentSegments: Bool
    /// EXT-X-START, for all media playlists.
    public var start: StartPoint?
    /// EXT-X-DEFINE, in the order of the text: what media playlists import.
    public var definitions: [Definition]
    /// In the order of the text, which is the server's order of preference.
    public var variants: [Variant]
    /// EXT-X-I-FRAME-STREAM-INF, in the order of the text.
    public var iFrameVariants: [IFrameVariant]
    /// EXT-X-MEDIA, in the order of the text.
    public var renditions: [Rendition]
    /// EXT-X-SESSION-DATA, in the order of the text.
    public var sessionData: [SessionData]
    /// EXT-X-SESSION-KEY: hints at the keys of media playlists.
    public var sessionKeys: [Key]
    /// EXT-X-CONTENT-STEERING.
    public var contentSteering: ContentSteering?
    /// Tags that the library has no type for, in the order of the text.
    public var unknownTags: [UnknownTag]
    /// What the parser found wrong; empty for a playlist that was not parsed.
    public var diagnostics: [Diagnostic]

    /// Makes a playlist to be written.
    public init(
        version: Int = 1, hasIndependentSegments: Bool = false, start: StartPoint? = nil,
        definitions: [Definition] = [], variants: [Variant] = [],
        iFrameVariants: [IFrameVariant] = [], renditions: [Rendition] = [],
        sessionData: [SessionData] = [], sessionKeys: [Key] = [],
        contentSteering: ContentSteering? = nil, unknownTags: [UnknownTag] = []
    ) {
        self.version = version
        self.hasIndependentSegments = hasIndependentSegments
        self.start = start
        self.definitions = definitions
        self.variants = variants
        self.iFrameVariants = iFrameVariants
        self.renditions = renditions
        self.sessionData = sessionData
        self.sessionKeys = sessionKeys
        self.contentSteering = contentSteering
        self.unknownTags = unknownTags
        diagnostics = []
    }

    /// The renditions of a kind in a group, in the order of the text.
    public func renditions(_ kind: Rendition.Kind, inGroup groupID: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == groupID }
    }
}

extension MultivariantPlaylist: Hashable {
    /// Whether the content is equal; what the parser found wrong does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.version == right.version
            && left.hasIndependentSegments == right.hasIndependentSegments
            && left.start == right.start && left.definitions == right.definitions
            && left.variants == right.variants && left.iFrameVariants == right.iFrameVariants
            && left.renditions == right.renditions && left.sessionData == right.sessionData
            && left.sessionKeys == right.sessionKeys
            && left.contentSteering == right.contentSteering
            && left.unknownTags == right.unknownTags
    }

    /// Feeds a part of the content: equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(variants)
        hasher.combine(iFrameVariants)
        hasher.combine(renditions)
    }
}
