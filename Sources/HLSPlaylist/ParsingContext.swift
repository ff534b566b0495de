/// What a playlist refers to beyond its own text.
public struct ParsingContext: Sendable, Hashable {
    /// The address the playlist came from, after redirects: DEFINE with QUERYPARAM reads its query.
    /// Nil: not known.
    public var url: String?
    /// The variables of the multivariant playlist: DEFINE with IMPORT takes them from here. Nil:
    /// not known.
    public var importable: [Definition]?

    /// Whether rules of Apple's HLS authoring specification are checked too; breaches are
    /// warnings.
    public var checksAuthoring: Bool
    /// How much the playlist may ask of its reader.
    public var limits: PlaylistLimits

    /// Makes a context; without arguments nothing beyond the text is known.
    public init(
        url: String? = nil, importable: [Definition]? = nil,
        checksAuthoring: Bool = false, limits: PlaylistLimits = PlaylistLimits()
    ) {
        self.url = url
        self.importable = importable
        self.checksAuthoring = checksAuthoring
        self.limits = limits
    }
}
