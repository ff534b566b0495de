/// How much a playlist may ask of its reader.
///
/// Playlists come from the network; each limit is far beyond what real ones need, and each refusal
/// names its limit.
public enum PlaylistLimits {
    /// Bytes of one playlist: 256 MiB.
    public static let bytes = 256 << 20
    /// Bytes of one line: session data and embedded keys reach some 100 kB.
    public static let lineLength = 4 << 20
    public static let lines = 8_000_000
    /// Attributes of one tag.
    public static let attributes = 256
    /// EXT-X-DEFINE tags of one playlist.
    public static let variables = 1_000
    /// Media segments of one playlist: more than ten weeks of two-second segments.
    public static let segments = 3_000_000
    /// Bytes that variable substitution may add to one playlist: 16 MiB.
    public static let substitutedBytes = 16 << 20
    /// Diagnostics kept of one playlist; further ones are counted only.
    public static let diagnostics = 1_000
}
