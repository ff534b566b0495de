internal import DownloadCore
internal import Glibc

/// Holds a folder for one process; the system lets go of it when the process ends, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``StoreFailure`` when another process holds the lock, or the file cannot be made.
    init(at path: String) throws(StoreFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw StoreFailure(errno: errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            // The deinit runs for what is thrown here, too: it closes the file, once.
            throw .other(
                path: path,
                reason: "another process is downloading into this folder; wait for it to end")
        }
    }

    /// Nil when another process, or another object of this one, holds the lock.
    /// - Throws: ``StoreFailure`` when the file cannot be made.
    init?(ifFreeAt path: String) throws(StoreFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw StoreFailure(errno: errno, path: path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    }

    deinit { close(descriptor) }
}
