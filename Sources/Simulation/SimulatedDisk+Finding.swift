internal import DownloadCore
internal import Scenarios

extension SimulatedDisk.Part {
    private static let packetLength = 188

    /// What a walk over the bytes would find, told from where they came from.
    ///
    /// MPEG-TS is whole at every packet, as a real walk finds it; fMP4 where a part of the asset
    /// ends, since its boxes are not known here; WebVTT and packed audio anywhere. What is encrypted
    /// as a whole is so where it ends, by its padding or its tag. Bytes that do not follow each other
    /// in one file are broken. A turned byte is found where it is a packet's first, or anywhere under
    /// a cipher with a tag; elsewhere nobody sees it.
    /// - Parameters:
    ///   - isEncrypted: as a whole.
    ///   - isAuthenticated: by a cipher that vouches for every byte.
    ///   - resource: the file of a path.
    func finding(
        isEncrypted: Bool, isAuthenticated: Bool, _ resource: (String) -> OriginResource?
    ) -> ContainerFinding {
        guard let first = pieces.first else { return .notMedia("the body is empty") }
        guard let path = first.source.path, let file = resource(path) else {
            return foreignFinding
        }
        var end = first.range.lowerBound
        for piece in pieces {
            guard piece.source.path == path, piece.range.lowerBound == end else {
                return .broken("bytes that do not belong together")
            }
            end = piece.range.upperBound
        }
        let container = Container(path: path)
        let start = first.range.lowerBound
        guard file.holdings.contains(where: { $0.range.lowerBound == start }) else {
            return .broken("bytes from the middle of a part")
        }
        let flips = self.flips
        if isAuthenticated, !flips.isEmpty { return .notMedia("its tag is not that of its bytes") }
        let isAtEnd = file.holdings.contains { $0.range.upperBound == end }
        if isEncrypted {
            return isAtEnd ? .whole(container) : .notMedia("it does not end in padding or a tag")
        }
        switch container {
        case .mpegTS where flips.contains(where: { ($0 - start) % Self.packetLength == 0 }):
            return .broken("no sync byte where a packet begins")
        case .mpegTS where (end - start) % Self.packetLength != 0:
            return .broken("it stops inside a packet")
        case .fragmentedMP4 where !isAtEnd:
            return .broken("it stops inside a box")
        default:
            return .whole(container)
        }
    }

    /// Places of bytes that were turned on the way.
    private var flips: [Int] {
        pieces.flatMap { piece -> [Int] in
            guard case .damaged(_, _, let flips) = piece.source else { return [] }
            return flips.filter(piece.range.contains)
        }
    }

    private var foreignFinding: ContainerFinding {
        var check = ContainerCheck()
        for case .foreign(let bytes) in pieces.map(\.source) {
            bytes.withUnsafeBytes { check.consume($0) }
        }
        return check.finish()
    }
}

extension SimulatedDisk.Piece.Source {
    /// The file that the bytes are of.
    fileprivate var path: String? {
        switch self {
        case .resource(let path, _), .damaged(let path, _, _): path
        case .foreign: nil
        }
    }
}

extension Container {
    /// What a file is, by its name.
    init(path: String) {
        switch path.split(separator: ".").last {
        case "ts": self = .mpegTS
        case "vtt": self = .webVTT
        case "aac": self = .packedAudio
        default: self = .fragmentedMP4
        }
    }
}
