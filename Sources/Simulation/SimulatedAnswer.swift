internal import Scenarios

/// What the origin answers, as both ends of a connection know it. It never changes and goes along
/// with every packet: a reference costs less than the plan's many fields.
final class SimulatedAnswer: Sendable {
    let plan: ResponsePlan
    /// As ``ResponsePlan/headBytes``.
    let headBytes: Int
    /// As ``ResponsePlan/plannedBytes``.
    let plannedBytes: Int
    /// Bytes of the body that make the response whole, by its head.
    let wholeLength: Int
    /// Bytes of the body that the engine takes: none behind the declared length.
    let takenBytes: Int
    /// Without a declared length a body goes out in chunks.
    let isChunked: Bool
    /// Where the bytes of the body come from; nil when they are in no file.
    private let source: SimulatedDisk.Piece.Source?
    /// First byte of the body in its file.
    private let start: Int
    /// The playlist that the body comes from, uncompressed and as it is now; nil when it is none.
    let playlist: [UInt8]?

    init(_ plan: ResponsePlan, playlists: World.Playlists) {
        self.plan = plan
        headBytes = plan.headBytes
        plannedBytes = plan.plannedBytes
        wholeLength = plan.declaredLength ?? plan.bodyLength
        takenBytes = min(plannedBytes, wholeLength)
        isChunked = plan.body != .none && plan.declaredLength == nil
        switch plan.body {
        case .resource(let path, _, let range):
            let tag = plan.header("ETag")
            let flips = plan.flips.filter { $0 < range.count }.map { $0 + range.lowerBound }
            source =
                flips.isEmpty
                ? .resource(path: path, entityTag: tag)
                : .damaged(path: path, entityTag: tag, flips: flips)
            start = range.lowerBound
            playlist = plan.part?.isPlaylist == true ? playlists(path) : nil
        case .none, .bytes, .flood:
            source = nil
            start = 0
            playlist = nil
        }
    }

    private static let longestSample = 64

    /// Whether more bytes follow than the head declares: the connection is of no use behind them.
    var hasSurplus: Bool { plannedBytes > wholeLength }

    /// Whether ``piece(_:)`` of neighbours are neighbours.
    var isFromFile: Bool { source != nil }

    /// Where a range of the body comes from.
    func piece(_ range: Range<Int>) -> SimulatedDisk.Piece {
        if let source {
            let first = start + range.lowerBound
            return .init(source: source, range: first..<first + range.count)
        }
        if case .bytes(let bytes) = plan.body {
            return .init(source: .foreign(Array(bytes[range])), range: 0..<range.count)
        }
        if case .flood(let flood, _) = plan.body {
            // Enough to tell what they are; all of them would be too many to keep.
            let start = flood.bytes(in: range.prefix(Self.longestSample))
            return .init(source: .foreign(start), range: 0..<range.count)
        }
        preconditionFailure("bytes arrive of a body only")
    }
}
