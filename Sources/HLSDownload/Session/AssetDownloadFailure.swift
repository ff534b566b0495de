internal import DownloadCore

/// Why a download ended without a complete package, stored with its task.
public struct AssetDownloadFailure: Error, Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable {
        /// The server refused with a status that is not worth a retry.
        case status
        /// Tried again as often as the policy allows, or no connection can be had at all.
        case network
        /// What came is no playlist, or one that cannot mean anything.
        case playlist
        /// The presentation has not ended yet.
        case live
        /// The presentation needs something that this engine does not do.
        case unsupported
        /// The app has no content key, or none that fits.
        case key
        /// A bound of the engine, or an address that it does not go to.
        case refused
        /// The package cannot be written.
        case storage
    }

    public let kind: Kind
    /// The server's status, for ``Kind/status``.
    public let statusCode: Int?
    /// What was being fetched; nil when it is the download as a whole.
    public let url: String?
    /// One line: what was attempted, why it failed, and what helps.
    public let description: String
}

extension AssetDownloadFailure: CustomStringConvertible {}

extension AssetDownloadFailure {
    init(_ failure: DownloadFailure) {
        var statusCode: Int?
        switch failure.reason {
        case .status(let code):
            kind = .status
            statusCode = code
        case .gaveUp, .transport: kind = .network
        case .notAPlaylist: kind = .playlist
        case .live: kind = .live
        case .unsupported: kind = .unsupported
        case .key: kind = .key
        case .refused: kind = .refused
        case .store: kind = .storage
        }
        self.statusCode = statusCode
        url = failure.url
        description = "\(failure)"
    }

    init(_ failure: StoreFailure) {
        kind = .storage
        statusCode = nil
        url = nil
        description = "cannot open the package: \(failure)"
    }
}
