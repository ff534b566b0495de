/// Bytes over time in pieces of equal length, few enough to be drawn however long it takes: when
/// they get too many, each two become one.
struct RateHistory: Sendable, Hashable {
    static let mostPieces = 480

    /// Length of a piece in seconds.
    private(set) var pieceSeconds = 0.05
    private(set) var bytes: [Int] = []

    var total: Int { bytes.reduce(0, +) }

    /// Takes in bytes that arrived at a time, not before those of an earlier call.
    mutating func add(_ count: Int, at elapsed: Duration) {
        var piece = Int(max(0, elapsed / .seconds(1)) / pieceSeconds)
        while piece >= Self.mostPieces {
            bytes = stride(from: 0, to: bytes.count, by: 2).map { index in
                bytes[index] + (index + 1 < bytes.count ? bytes[index + 1] : 0)
            }
            pieceSeconds *= 2
            piece /= 2
        }
        while bytes.count <= piece { bytes.append(0) }
        bytes[piece] += count
    }

    /// The mean rate in each of at most `count` pieces; the last one may be begun only.
    /// - Returns: the length of a piece in seconds, and bits per second.
    func rates(inPieces count: Int) -> (seconds: Double, bitsPerSecond: [Double]) {
        let width = max(1, (bytes.count + count - 1) / max(1, count))
        let seconds = pieceSeconds * Double(width)
        let rates = stride(from: 0, to: bytes.count, by: width).map { first in
            Double(bytes[first..<min(first + width, bytes.count)].reduce(0, +)) * 8 / seconds
        }
        return (seconds, rates)
    }
}
