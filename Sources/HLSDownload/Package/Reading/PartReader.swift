internal import Crypto
internal import DownloadCore

/// Reads a part from disk once and says length, digest and what the bytes are. Its one buffer is
/// all that it holds, whatever the part's length; a part under AES-256-GCM is held as a whole,
/// since nothing can be said of it before its end.
final class PartReader {
    struct Reading {
        var length: Int
        /// Lower-case hexadecimal.
        var sha256: String
        /// Nil: nobody looked.
        var finding: ContainerFinding?
    }

    /// The check was called off.
    struct Cancelled: Error {}

    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)

    deinit { buffer.deallocate() }

    /// - Parameters:
    ///   - check: how the bytes are looked at; nil: not at all.
    ///   - report: told of every stretch read; answers whether to go on.
    /// - Throws: ``PackageFileFault``; ``Cancelled``.
    func read(
        _ file: borrowing PackageFile, _ check: PartCheck?, _ report: (Int) -> Bool
    ) throws -> Reading {
        var check = check
        var digest = SHA256()
        var length = 0
        while true {
            let count = try file.read(into: buffer)
            guard count > 0 else { break }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            digest.update(bufferPointer: bytes)
            check?.consume(bytes)
            length += count
            guard report(count) else { throw Cancelled() }
        }
        return Reading(
            length: length, sha256: digest.finalize().hexadecimal, finding: check?.finding)
    }
}
