internal import DownloadCore
internal import Glibc

/// A file being written inside a package. Never follows a link: a name that turned into one is an
/// error.
struct DurableFile: ~Copyable {
    let path: String
    private let descriptor: Int32

    /// `O_DIRECT`, which Glibc shows to GNU programs only (Linux, asm/fcntl.h).
    #if arch(arm64) || arch(arm)
        private static let direct: Int32 = 0o200000
    #else
        private static let direct: Int32 = 0o40000
    #endif

    /// Opens or makes the file.
    /// - Parameter mode: who may do what with a file that is made.
    /// - Throws: ``StoreFailure`` when the disk refuses.
    init(at path: String, mode: mode_t = 0o644) throws(StoreFailure) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw StoreFailure(errno: errno, path: path) }
    }

    /// Makes the file. One that has the name loses it; who reads that one keeps what he has.
    /// - Throws: ``StoreFailure`` when the disk refuses.
    init(newAt path: String) throws(StoreFailure) {
        self.path = path
        let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        var opened = open(path, flags, 0o644)
        if opened < 0, errno == EEXIST, unlink(path) == 0 { opened = open(path, flags, 0o644) }
        guard opened >= 0 else { throw StoreFailure(errno: errno, path: path) }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Length in bytes.
    func size() throws(StoreFailure) -> Int {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw StoreFailure(errno: errno, path: path) }
        return Int(facts.st_size)
    }

    /// Cuts off what is behind `length`. A file that ends there is left alone: ext4 takes a call for
    /// the wish to have the file's blocks on the medium when it is closed.
    func truncate(to length: Int) throws(StoreFailure) {
        guard try size() != length else { return }
        guard ftruncate(descriptor, off_t(length)) == 0 else {
            throw StoreFailure(errno: errno, path: path)
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreFailure) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw StoreFailure(errno: errno, path: path) }
            done += count
        }
    }

    /// Writes whole pages to the medium without the system's cache in between, which costs more than
    /// all else that is done with them. What the file system does not take in this way, or refuses,
    /// goes through the cache; what it refuses then is thrown. A ``sync()`` is needed all the same.
    /// Nobody else may write the file meanwhile.
    /// - Parameter bytes: at an address that is a multiple of a page.
    func writeThrough(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(StoreFailure) {
        let flags = fcntl(descriptor, F_GETFL)
        var done = 0
        if flags >= 0, fcntl(descriptor, F_SETFL, flags | Self.direct) == 0 {
            done = max(0, pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)))
            guard fcntl(descriptor, F_SETFL, flags) == 0 else {
                throw StoreFailure(errno: errno, path: path)
            }
        }
        guard done < bytes.count else { return }
        try write(UnsafeRawBufferPointer(rebasing: bytes[done...]), at: offset + done)
    }

    func write(_ bytes: [UInt8], at offset: Int = 0) throws(StoreFailure) {
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreFailure) in try write(buffer, at: offset) }
        }
        try outcome.get()
    }

    /// Hands the first `length` bytes to `body`, in chunks.
    func read(_ length: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws(StoreFailure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        var done = 0
        while done < length {
            let count = pread(
                descriptor, buffer.baseAddress, min(buffer.count, length - done), off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .other(path: path, reason: "it ends after \(done) of \(length) bytes")
            }
            body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            done += count
        }
    }

    /// Lets the bytes go to the medium, so that several files are waited for together. A hint: where it
    /// is not taken, ``sync()`` does all of it.
    func startSync() {
        _ = Self.syncFileRange?(descriptor, 0, 0, 2)
    }

    /// `sync_file_range` with `SYNC_FILE_RANGE_WRITE`, which Glibc shows to GNU programs only (Linux,
    /// linux/fs.h); nil: this system has none.
    private static let syncFileRange = dlsym(nil, "sync_file_range").map {
        unsafeBitCast($0, to: (@convention(c) (Int32, off_t, off_t, UInt32) -> Int32).self)
    }

    /// Waits until the bytes are on the medium.
    func sync() throws(StoreFailure) {
        guard fsync(descriptor) == 0 else { throw StoreFailure(errno: errno, path: path) }
    }
}

extension StoreFailure {
    init(errno code: Int32, path: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull(path: path)
        case EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ELOOP, ENOENT:
            self = .notWritable(path: path, reason: String(cString: strerror(code)))
        default: self = .other(path: path, reason: String(cString: strerror(code)))
        }
    }
}

/// Acts on names in a folder that have to survive a crash.
enum DurableFolder {
    /// Makes the folder and those above it where they are missing, and their names durable: what is
    /// in a folder that nobody finds is lost.
    static func make(_ path: String) throws(StoreFailure) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            let parent = partial.isEmpty ? "." : partial
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            if mkdir(partial, 0o755) == 0 {
                try sync(parent)
            } else if errno != EEXIST {
                throw StoreFailure(errno: errno, path: path)
            }
        }
        guard isThere(path) else {
            throw .notWritable(path: path, reason: "it is not a folder")
        }
    }

    /// Gives a file another name in one step; durable after a ``sync(_:)`` of the folder.
    static func move(_ from: String, to path: String) throws(StoreFailure) {
        guard rename(from, path) == 0 else { throw StoreFailure(errno: errno, path: path) }
    }

    static func sync(_ folder: String) throws(StoreFailure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFailure(errno: errno, path: folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreFailure(errno: errno, path: folder) }
    }

    /// Writes small files so that after a crash there is the old or the new one of each.
    /// - Parameters:
    ///   - files: bytes by absolute path.
    ///   - mode: who may do what with them.
    static func write(
        _ files: [(path: String, bytes: [UInt8])], mode: mode_t = 0o644
    ) throws(StoreFailure) {
        let folders = Set(
            files.map { String($0.path[..<($0.path.lastIndex(of: "/") ?? $0.path.endIndex)]) })
        for folder in folders where !isThere(folder) {
            throw .notWritable(path: folder, reason: "it is not a folder")
        }
        for (path, bytes) in files {
            let file = try DurableFile(at: path + ".part", mode: mode)
            try file.truncate(to: 0)
            try file.write(bytes)
        }
        // Only now, so that the medium may take all of them in one go.
        for (path, _) in files { try DurableFile(at: path + ".part").sync() }
        for (path, _) in files { try move(path + ".part", to: path) }
        for folder in folders { try sync(folder) }
    }

    /// Whether there is a folder of that path; a link to one is none.
    static func isThere(_ path: String) -> Bool {
        var facts = stat()
        return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// Removes a file; one that is not there is no error.
    static func remove(_ path: String) throws(StoreFailure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StoreFailure(errno: errno, path: path)
        }
    }

    /// Removes a folder; one that is not there, or in which there is something, stays as it is.
    static func removeIfEmpty(_ path: String) throws(StoreFailure) {
        guard rmdir(path) == 0 || [ENOENT, ENOTEMPTY, EEXIST].contains(errno) else {
            throw StoreFailure(errno: errno, path: path)
        }
    }

    /// Writes a file and removes it again.
    /// - Throws: ``StoreFailure/diskFull(path:)`` when there is no space for a megabyte.
    static func tryForSpace(at path: String) throws(StoreFailure) {
        let outcome = Result { () throws(StoreFailure) in
            let file = try DurableFile(at: path)
            try file.write([UInt8](repeating: 0, count: 1 << 20))
            try file.sync()
        }
        try remove(path)
        try outcome.get()
    }

    /// Length of a regular file; nil when there is none, links included.
    static func size(of path: String) -> Int? {
        var facts = stat()
        guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(facts.st_size)
    }
}
