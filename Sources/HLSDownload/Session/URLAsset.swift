public import DownloadCore
public import FoundationEssentials

/// A presentation by its address; AVFoundation's `AVURLAsset`.
public struct URLAsset: Sendable, Hashable {
    /// Of the multivariant playlist, http or https; or the location of a package in the session's
    /// library, which a task then completes or extends.
    public let url: URL

    public init(url: URL) {
        self.url = url
    }

    /// The URL is the location of a package.
    public var isStored: Bool { url.isFileURL }
}

extension AssetDownloadConfiguration {
    /// A configuration for an asset, to be changed before a task is made with it.
    public init(asset: URLAsset, title: String) {
        self.init(assetURL: asset.url.absoluteString, title: title)
    }
}
