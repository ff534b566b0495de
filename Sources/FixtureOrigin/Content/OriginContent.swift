package import NIOCore
package import Scenarios

/// Where an origin has its bytes from.
package protocol OriginContent: Sendable {
    /// The bytes of a range of a resource.
    ///
    /// - Parameters:
    ///   - path: as in ``OriginResource/path``.
    ///   - range: lies in the resource; at most ``PlanPlayer/chunkLength`` bytes long.
    /// - Throws: when the bytes cannot be had.
    func bytes(
        of path: String, representation: ResponsePlan.Representation, range: Range<Int>
    ) async throws -> ByteBuffer
}
