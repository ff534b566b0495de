public import DownloadCore

/// What a task took, over all its runs; AVFoundation's download summary.
public struct AssetDownloadSummary: Sendable, Hashable, Codable {
    /// For how long the task ran; the time in which it waited for its turn is left out.
    public internal(set) var duration = Duration.zero
    /// Bytes of bodies received, playlists included.
    public internal(set) var bytesReceived = 0
    /// Requests for playlists, segments and keys, repeated ones counted again.
    public internal(set) var mediaRequestCount = 0
    /// Errors after which the engine tried again by itself.
    public internal(set) var recoverableErrorCount = 0
    /// The last of them, in words.
    public internal(set) var lastRecoverableError: String?
    /// The variants downloaded, the primary one first; empty for a media playlist.
    public internal(set) var variants: [AssetVariant] = []
}
