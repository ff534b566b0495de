internal import Glibc

/// A file of a package, open for reading.
struct PackageFile: ~Copyable {
    private let descriptor: Int32
    /// Length in bytes when it was opened.
    let size: Int
    /// Who may do what with it.
    let mode: mode_t

    /// Takes over a descriptor.
    /// - Throws: ``PackageFileFault`` when it is not one of a regular file.
    init(owning descriptor: Int32) throws(PackageFileFault) {
        var facts = stat()
        let outcome = fstat(descriptor, &facts)
        guard outcome == 0, facts.st_mode & S_IFMT == S_IFREG else {
            let code = errno
            close(descriptor)
            throw outcome == 0 ? .notAFile : .unreadable(String(cString: strerror(code)))
        }
        self.descriptor = descriptor
        size = Int(facts.st_size)
        mode = facts.st_mode & 0o7777
    }

    deinit { close(descriptor) }

    /// Reads the next bytes into the buffer.
    /// - Returns: how many came; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PackageFileFault) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
            return count
        }
    }

    /// All bytes.
    /// - Throws: ``PackageFileFault`` when there are more than `limit`.
    func bytes(limit: Int) throws(PackageFileFault) -> [UInt8] {
        guard size <= limit else { throw .tooLong(limit: limit) }
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            let outcome = bytes.withUnsafeMutableBytes { buffer in
                Result { () throws(PackageFileFault) in
                    try read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
                }
            }
            let count = try outcome.get()
            guard count > 0 else { throw .cutOff(after: done) }
            done += count
        }
        return bytes
    }
}
