internal import Foundation
internal import Synchronization

/// A disk of a run's own, which can be full to the last block: a `tmpfs` that only this process sees
/// and those that it starts. The engine writes there; what it wrote comes into the run folder when the
/// run is over, and is lost when this process is killed before.
///
/// Full means that the kernel answers ENOSPC to whatever takes a block more. As on any disk, the rest
/// of a block in use can still be written, and what is on disk can be renamed and removed.
final class PrivateDisk: Sendable {
    /// Where it is mounted.
    let path: String
    private let folder: RunFolder
    /// Bytes that it holds when it is not full: half of this machine's memory.
    private let capacity: UInt64
    private let isMounted = Mutex(true)

    private static let flags = UInt(MS_NOSUID) | UInt(MS_NODEV)
    /// Somebody may take a block between the look at what is used and the new size.
    private static let attempts = 1_000

    /// Mounts it, with what an earlier run of the folder left.
    /// - Throws: ``LabError`` when this process has no mounts of its own, or too little memory.
    init(of folder: RunFolder) throws(LabError) {
        self.folder = folder
        path = folder.disk
        try RunFolder.make(path)
        guard mount("hlslab", path, "tmpfs", Self.flags, "mode=0755") == 0 else {
            throw Self.failure("make a disk that may be full at", path)
        }
        capacity = try Self.usage(of: path).total
        try Self.copy(from: folder.path, to: path)
    }

    /// Leaves no room: every block more is refused.
    func fill() throws(LabError) {
        for _ in 0..<Self.attempts {
            let usage = try Self.usage(of: path)
            // A size of 0 would be none at all.
            let size = max(usage.used, usage.block)
            if resize(to: size) { return }
            guard errno == EINVAL else { break }
        }
        throw Self.failure("fill the disk at", path)
    }

    /// There is room again.
    func free() throws(LabError) {
        guard resize(to: capacity) else { throw Self.failure("make room on the disk at", path) }
    }

    /// Brings what was written into the run folder, in place of what was there, and lets go of the disk.
    /// To be called when the engine has ended.
    func close() throws(LabError) {
        guard
            isMounted.withLock({ was in
                defer { was = false }
                return was
            })
        else { return }
        try Self.copy(from: path, to: folder.path)
        guard umount2(path, Int32(MNT_DETACH)) == 0 else {
            throw Self.failure("let go of the disk at", path)
        }
        // An empty folder that stays is in nobody's way.
        try? FileManager.default.removeItem(atPath: path)
    }

    private func resize(to bytes: UInt64) -> Bool {
        mount("hlslab", path, "tmpfs", Self.flags | UInt(MS_REMOUNT), "size=\(bytes)") == 0
    }

    /// In bytes.
    private static func usage(
        of path: String
    ) throws(LabError) -> (used: UInt64, total: UInt64, block: UInt64) {
        var state = statvfs()
        guard statvfs(path, &state) == 0 else { throw failure("look at the disk at", path) }
        let block = UInt64(state.f_frsize)
        return (
            UInt64(state.f_blocks - state.f_bfree) * block, UInt64(state.f_blocks) * block, block
        )
    }

    /// Copies what an engine writes; each file or folder is there whole, or not at all.
    private static func copy(from source: String, to target: String) throws(LabError) {
        let files = FileManager.default
        for name in RunFolder.engineFiles {
            let (old, new) = ("\(target)/\(name)", "\(target)/\(name).new")
            do {
                if files.fileExists(atPath: new) { try files.removeItem(atPath: new) }
                let isThere = files.fileExists(atPath: "\(source)/\(name)")
                if isThere { try files.copyItem(atPath: "\(source)/\(name)", toPath: new) }
                if files.fileExists(atPath: old) { try files.removeItem(atPath: old) }
                if isThere { try files.moveItem(atPath: new, toPath: old) }
            } catch {
                throw LabError(
                    .run, "cannot copy \(source)/\(name) to \(target): \(RunFolder.reason(error))")
            }
        }
    }

    private static func failure(_ attempt: String, _ path: String) -> LabError {
        LabError(.run, "cannot \(attempt) \(path): \(String(cString: strerror(errno)))")
    }
}
