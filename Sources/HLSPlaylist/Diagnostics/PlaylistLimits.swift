/// How much a playlist may ask of its reader.
///
/// Playlists come from the network; each limit is far beyond what real ones need, and each refusal
/// names its limit.
public struct PlaylistLimits: Sendable, Hashable {
    /// Bytes of one playlist: 256 MiB.
    public static let standardBytes = 256 << 20
    /// Bytes of one line, 4 MiB: session data and embedded keys reach some 100 kB.
    public static let standardLineLength = 4 << 20
    /// Lines of one playlist: more than twice the lines of three million segments.
    public static let standardLines = 8_000_000
    /// Attributes of one tag; the richest of the specification has under thirty.
    public static let standardAttributes = 256
    /// EXT-X-DEFINE tags of one playlist; each is looked for in every value.
    public static let standardVariables = 1_000
    /// More than ten weeks of two-second segments.
    public static let standardSegments = 3_000_000
    /// 16 MiB. Substitution is never nested, but a value may hold the variables before it, and
    /// doubles with each definition then.
    public static let standardSubstitutedBytes = 16 << 20
    /// Diagnostics kept of one playlist: a list that nobody reads to its end.
    public static let standardDiagnostics = 1_000
    /// Keys with different KEYFORMATs that apply to one segment; services use three or four.
    public static let standardKeys = 16
    /// Segments without EXTINF: a list that has more of them is none of HLS.
    public static let standardBareSegments = 100_000
    /// Variants, renditions, session data and session keys together; rich playlists have some
    /// hundred.
    public static let standardEntries = 20_000

    /// Bytes of one playlist.
    public var bytes = standardBytes
    /// Bytes of one line.
    public var lineLength = standardLineLength
    /// Lines of one playlist.
    public var lines = standardLines
    /// Attributes of one tag.
    public var attributes = standardAttributes
    /// EXT-X-DEFINE tags of one playlist.
    public var variables = standardVariables
    /// Media segments of one playlist.
    public var segments = standardSegments
    /// Bytes that variables expand to in one playlist.
    public var substitutedBytes = standardSubstitutedBytes
    /// Diagnostics kept of one playlist; further ones are dropped.
    public var diagnostics = standardDiagnostics
    /// Keys that apply to one segment.
    public var keys = standardKeys
    /// Media segments without EXTINF of one playlist.
    public var bareSegments = standardBareSegments
    /// Variants, renditions, session data and session keys of one multivariant playlist.
    public var entries = standardEntries

    /// The limits that are standard.
    public init() {}
}
