import NIOCore
import NIOPosix
import Scenarios

/// The files of a folder, read in chunks on a thread pool; compressed playlists lie in memory.
struct FolderContent: OriginContent {
    let folder: String
    /// By path of the resource.
    let compressed: [String: ByteBuffer]

    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer {
        if representation == .gzip {
            return try compressed.bytes(of: path, range: range)
        }
        let file = folder + path
        return try await NIOThreadPool.singleton.runIfActive {
            try StoredFile.read(file, range: range)
        }
    }
}

extension [String: ByteBuffer] {
    /// A range of a compressed resource.
    func bytes(of path: String, range: Range<Int>) throws(OriginError) -> ByteBuffer {
        guard
            let slice = self[path]?.getSlice(at: range.lowerBound, length: range.count)
        else { throw .fileUnreadable(path: path, reason: "it has no compressed form") }
        return slice
    }
}
