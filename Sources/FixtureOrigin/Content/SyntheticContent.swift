import NIOCore
import Scenarios

/// The bytes of a synthetic asset, generated chunk by chunk.
struct SyntheticContent: OriginContent {
    let asset: SyntheticAsset
    /// By path of the resource.
    let compressed: [String: ByteBuffer]

    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer {
        if representation == .gzip {
            return try compressed.bytes(of: path, range: range)
        }
        guard let bytes = asset.bytes(of: String(path.dropFirst()), range: range) else {
            throw OriginError.fileUnreadable(path: path, reason: "the asset has no such file")
        }
        return ByteBuffer(bytes: bytes)
    }
}
