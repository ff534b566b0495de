#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The files of a vault: for the owner alone, written whole or not at all, never through a link.
struct VaultFolder: Sendable, Hashable {
    let path: String

    /// Makes the folder, for the owner alone, where it is missing; the folder above has to be there.
    init(_ path: String) throws(KeyVaultError) {
        self.path = path
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw Self.failure(path) }
    }

    func absolute(_ name: String) -> String { path + "/" + name }

    /// Runs `body` while no other process and no other thread does the same with this folder.
    func locked<Value>(_ body: () throws(KeyVaultError) -> Value) throws(KeyVaultError) -> Value {
        let name = absolute("lock")
        let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(name) }
        // Closing lets go of the lock, as does the end of the process.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.failure(name) }
        }
        return try body()
    }

    /// The bytes of a file; nil when there is none.
    /// - Throws: also when others than the owner may read the file, or it is too large.
    func read(_ name: String, atMost limit: Int) throws(KeyVaultError) -> [UInt8]? {
        let path = absolute(name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure(path)
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw Self.failure(path) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw .unusable(path: path, reason: "it is not a file")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .exposed(path: path, mode: UInt32(facts.st_mode & 0o777))
        }
        guard facts.st_size <= limit else { throw .tooLarge(path: path) }
        return try Self.bytes(of: descriptor, count: Int(facts.st_size), path)
    }

    private static func bytes(
        of descriptor: CInt, count: Int, _ path: String
    ) throws(KeyVaultError) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            while done < count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[done...])
                let got = pread(descriptor, rest.baseAddress, rest.count, off_t(done))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else {
                    failed = true
                    return
                }
                done += got
            }
        }
        if failed { throw .unusable(path: path, reason: "it cannot be read to its end") }
        return bytes
    }

    /// Writes a file so that after a crash there is the old or the new one. To be called in
    /// ``locked(_:)``: the temporary name is always the same, so that a crash leaves one at most.
    func write(_ bytes: [UInt8], to name: String) throws(KeyVaultError) {
        let path = absolute(name)
        let temporary = path + Self.temporarySuffix
        // What a crash left may have other permissions.
        unlink(temporary)
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure(temporary) }
        defer { close(descriptor) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                return pwrite(descriptor, rest.baseAddress, rest.count, off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(temporary) }
            done += count
        }
        guard fsync(descriptor) == 0 else { throw Self.failure(temporary) }
        guard rename(temporary, path) == 0 else { throw Self.failure(path) }
        try sync()
    }

    /// Removes a file.
    /// - Returns: whether there was one.
    func remove(_ name: String) throws(KeyVaultError) -> Bool {
        guard unlink(absolute(name)) == 0 else {
            if errno == ENOENT { return false }
            throw Self.failure(absolute(name))
        }
        try sync()
        return true
    }

    /// Names of the files with this ending, sorted.
    func names(endingWith suffix: String) throws(KeyVaultError) -> [String] {
        guard let folder = opendir(path) else { throw Self.failure(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted()
    }

    private func sync() throws(KeyVaultError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Self.failure(path) }
    }

    private static let temporarySuffix = ".part"

    private static func failure(_ path: String) -> KeyVaultError {
        switch errno {
        case ENOSPC, EDQUOT: .diskFull(path: path)
        case ELOOP: .unusable(path: path, reason: "it is a link")
        default: .unusable(path: path, reason: String(cString: strerror(errno)))
        }
    }
}
