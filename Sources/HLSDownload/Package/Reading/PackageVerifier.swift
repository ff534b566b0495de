internal import DownloadCore
internal import HLSPlaylist
internal import NIOPosix
internal import Synchronization

/// Checks a package against its `manifest.json`, without the network, and believes neither.
///
/// The manifest is compared with the playlists as the server wrote them, which the package keeps:
/// they say which parts there have to be, so that nothing can be left out. Then every file is read
/// once: length, SHA-256, the walk through its container, and where its key is there, what it
/// decrypts to. It writes nothing.
///
/// What it cannot see: a package in which files, manifest and kept playlists were all changed to
/// fit. A certificate proves that nothing was lost or damaged, not who wrote it.
public struct PackageVerifier: Sendable {
    /// How far a verification is.
    public struct Progress: Sendable, Hashable {
        public var partCount: Int
        /// Of all parts that are there.
        public var partTotal: Int
        public var byteCount: Int
        /// As the manifest has it.
        public var byteTotal: Int
    }

    /// Findings that are kept; further ones are counted.
    public static let mostFindings = 1000
    /// Gaps that are named of each stream; further ones are counted.
    public static let mostGaps = 100

    private let path: String

    /// - Parameter package: the folder of a package.
    public init(package: String) {
        path = package
    }

    /// Reads the whole package. It works on a thread that may wait, and stops within a mebibyte
    /// when the task is cancelled.
    /// - Parameter onProgress: told now and then, in order, on that thread.
    /// - Throws: ``PackageReadingError`` when there is nothing to verify; `CancellationError`.
    public func verify(
        onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> PackageVerification {
        let isCancelled = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await NIOThreadPool.singleton.runIfActive {
                try verify(isCancelled: { isCancelled.isSet }, onProgress: onProgress)
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// The same on the calling thread.
    func verify(
        isCancelled: () -> Bool, onProgress: (Progress) -> Void
    ) throws -> PackageVerification {
        let folder = try PackageFolder(path)
        var run = PackageVerifierRun(folder: folder, package: try MoviePackage(in: folder))
        do {
            return try run.perform(isCancelled: isCancelled, onProgress: onProgress)
        } catch is PartReader.Cancelled {
            throw CancellationError()
        }
    }
}

/// Set once, from anywhere.
private final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
