import NIOCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file of an asset, opened read-only for as long as a read takes.
struct StoredFile {
    var bytes: ByteBuffer
    /// Seconds since 1970-01-01 00:00:00 UTC.
    var lastModified: Int

    /// Larger files are refused by ``read(_:)``: it holds them in memory to take their digest.
    static let mostBytes = 1 << 30

    /// The whole file.
    static func read(_ path: String) throws(OriginError) -> StoredFile {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .fileUnreadable(path: path, reason: "it is not a file")
        }
        let length = Int(status.st_size)
        guard length <= mostBytes else {
            throw .fileUnreadable(path: path, reason: "it is larger than \(mostBytes) bytes")
        }
        return StoredFile(
            bytes: try read(descriptor, range: 0..<length, path: path),
            lastModified: modificationTime(status))
    }

    /// A range of the file, all of it.
    static func read(_ path: String, range: Range<Int>) throws(OriginError) -> ByteBuffer {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        return try read(descriptor, range: range, path: path)
    }

    private static func opened(_ path: String) throws(OriginError) -> CInt {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        return descriptor
    }

    private static func read(
        _ descriptor: CInt, range: Range<Int>, path: String
    ) throws(OriginError) -> ByteBuffer {
        var buffer = ByteBuffer()
        while buffer.readableBytes < range.count {
            let missing = range.count - buffer.readableBytes
            let offset = off_t(range.lowerBound + buffer.readableBytes)
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: missing) {
                max(0, pread(descriptor, $0.baseAddress, missing, offset))
            }
            guard count > 0 else {
                throw .fileUnreadable(path: path, reason: "it ends before byte \(range.upperBound)")
            }
        }
        return buffer
    }

    private static func failure(_ path: String) -> OriginError {
        .fileUnreadable(path: path, reason: SystemError.last)
    }

    private static func modificationTime(_ status: stat) -> Int {
        #if canImport(Darwin)
            status.st_mtimespec.tv_sec
        #else
            status.st_mtim.tv_sec
        #endif
    }
}
