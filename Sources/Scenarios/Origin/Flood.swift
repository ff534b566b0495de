/// A body that goes on and on: what a hostile server sends to fill a client's memory or disk.
package enum Flood: String, Sendable, Hashable, CaseIterable {
    /// A media playlist with segment after segment.
    case playlist
    /// A playlist whose second line does not end.
    case line
    /// Zeros.
    case zeros
    /// gzip that becomes 158 times as many bytes.
    case gzip

    /// Bytes of a flood without a length: more than anybody takes.
    package static let endless = 1 << 50

    /// How many bytes one of the compressed flood becomes: 258 for every 13 bits.
    package static let gzipExpansion = 158

    /// A range of the body.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        let (start, unit) = parts
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            if position < start.count {
                bytes.append(start[position])
                position += 1
                continue
            }
            let rest = unit[((position - start.count) % unit.count)...]
            let taken = rest.prefix(range.upperBound - position)
            bytes += taken
            position += taken.count
        }
        return bytes
    }

    /// What the body begins with, and what it repeats.
    private var parts: (start: [UInt8], unit: [UInt8]) {
        switch self {
        case .playlist:
            (
                Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n".utf8),
                Self.repeated(Array("#EXTINF:4,\nsegment.ts\n".utf8))
            )
        case .line: (Array("#EXTM3U\n#EXT-X-".utf8), Self.repeated([UInt8(ascii: "A")]))
        case .zeros: ([], Self.repeated([0]))
        case .gzip: Self.bomb
        }
    }

    /// A unit long enough for its copying to cost nothing.
    private static func repeated(_ unit: [UInt8]) -> [UInt8] {
        Array(repeating: unit, count: max(1, 4_096 / unit.count)).flatMap(\.self)
    }

    /// One deflate block with fixed codes (RFC 1951, 3.2.6): a line break, then match upon match of
    /// 258 bytes at distance 1. Such a match has 13 bits, so that the bytes repeat after 13.
    private static var bomb: (start: [UInt8], unit: [UInt8]) {
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        // Not the last block, type 1; the literal 10, whose code is 0x30 + 10.
        var bits: [UInt8] = [0, 1, 0] + [0, 0, 1, 1, 1, 0, 1, 0]
        let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        for _ in 0..<16 { bits += match }
        let bytes = (0..<15).map { byte in
            (0..<8).reduce(UInt8(0)) { $0 | bits[byte * 8 + $1] << UInt8($1) }
        }
        return (header + bytes[..<2], repeated(Array(bytes[2...])))
    }
}
