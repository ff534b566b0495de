internal import DownloadCore

/// A part of a package that someone reads: opened when it is asked for, so that it stays the reader's
/// when the package lets go of it meanwhile.
final class OpenedPart: Sendable {
    private let file: PackageFile
    /// Bytes that it has to have.
    private let length: Int

    private static let bufferSize = 256 << 10

    /// - Throws: ``PackageFileFault`` when it is not there, or is no file.
    init(_ part: DownloadJournal.StoredPart, in folder: PackageFolder) throws(PackageFileFault) {
        file = try folder.open(part.path)
        length = part.length
    }

    /// Reads it from its first byte to its last. Blocks while the medium works. To be called once.
    /// - Returns: how many bytes came.
    /// - Throws: ``PackageFileFault`` when there are fewer or more than were stored.
    func read() throws(PackageFileFault) -> Int {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferSize, alignment: 64)
        defer { buffer.deallocate() }
        var count = 0
        while true {
            let chunk = try file.read(into: buffer)
            guard chunk > 0 else { break }
            count += chunk
            guard count <= length else { throw .tooLong(limit: length) }
        }
        guard count == length else { throw .cutOff(after: count) }
        return count
    }
}
