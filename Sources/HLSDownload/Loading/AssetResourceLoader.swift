/// Loads what an engine cannot load by itself: playlists and keys whose URLs have a scheme of the
/// app's own; AVFoundation's `AVAssetResourceLoaderDelegate`.
///
/// It is asked for nothing with the schemes http and https, and for no media segment: those it can
/// only send elsewhere, by what it writes into its playlists. An answer that does not come within
/// ``AssetResourceLoader/responseTime``, or a failure, ends the download with its reason.
public protocol AssetResourceLoader: Sendable {
    /// For how long an answer may take.
    var responseTime: Duration { get }

    /// Loads a resource.
    /// - Throws: why it cannot be had; the download ends with that.
    func load(_ request: AssetResourceRequest) async throws -> AssetResourceAnswer
}

extension AssetResourceLoader {
    /// 30 s, as AVFoundation gives in the background.
    public var responseTime: Duration { .seconds(30) }
}

/// What a loader is asked for.
public struct AssetResourceRequest: Sendable, Hashable {
    /// What is wanted, and what it has to be.
    public enum Content: String, Sendable, Hashable {
        case playlist
        /// The bytes of a key.
        case key
    }

    /// As the playlist named it, made absolute.
    public var url: String
    public var content: Content
    /// Bytes beyond which an answer is refused.
    public var largestAnswer: Int
}

/// What a loader answers.
public enum AssetResourceAnswer: Sendable, Hashable {
    /// The bytes of the resource. URIs in a playlist are relative to the URL that was asked for.
    case bytes([UInt8])
    /// They are behind this http or https URL.
    case redirect(to: String)
}
