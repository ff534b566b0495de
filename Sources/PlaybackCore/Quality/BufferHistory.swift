/// The level of a buffer over time: what is told of it, and straight lines in between.
package struct BufferHistory: Sendable, Hashable, Codable {
    /// A stretch of time in which the level goes straight, both in seconds.
    package struct Piece: Sendable, Hashable, Codable {
        package var seconds: Double
        package var from: Double
        package var to: Double

        package init(seconds: Double, from: Double, to: Double) {
            self.seconds = seconds
            self.from = from
            self.to = to
        }
    }

    package private(set) var pieces: [Piece] = []
    private var last: (time: Double, level: Double)?

    /// What was told, as what there is to look at.
    private enum CodingKeys: String, CodingKey { case pieces }

    package init() {}

    /// What was told before, to be looked at.
    package init(pieces: [Piece]) {
        self.pieces = pieces
    }

    /// The buffer has so much media at a time; told again at the same time, it jumps.
    package mutating func add(_ level: Duration, at time: Duration) {
        let (seconds, level) = (time / .seconds(1), level / .seconds(1))
        if let last, seconds > last.time {
            pieces.append(Piece(seconds: seconds - last.time, from: last.level, to: level))
        }
        last = (seconds, level)
    }

    private var total: Double { pieces.reduce(0) { $0 + $1.seconds } }

    /// Seconds of media; nil while nothing lasted.
    package var minimum: Double? { pieces.map { min($0.from, $0.to) }.min() }

    /// Seconds of media, by time.
    package var mean: Double? {
        let total = total
        guard total > 0 else { return nil }
        return pieces.reduce(0) { $0 + $1.seconds * ($1.from + $1.to) / 2 } / total
    }

    /// The seconds of media that the buffer did not exceed for a share of the time, from 0 to 1.
    package func percentile(_ share: Double) -> Double? {
        let wanted = share * total
        guard let least = minimum, wanted >= 0, total > 0 else { return nil }
        var low = least
        var high = pieces.map { max($0.from, $0.to) }.max() ?? least
        for _ in 0..<50 where low < high {
            let middle = (low + high) / 2
            if seconds(within: middle) < wanted { low = middle } else { high = middle }
        }
        return high
    }

    /// How long the level was no higher than one.
    private func seconds(within level: Double) -> Double {
        pieces.reduce(0) { sum, piece in
            let (low, high) = (min(piece.from, piece.to), max(piece.from, piece.to))
            if level >= high { return sum + piece.seconds }
            if level < low { return sum }
            return sum + piece.seconds * (level - low) / (high - low)
        }
    }

    package static func == (left: BufferHistory, right: BufferHistory) -> Bool {
        left.pieces == right.pieces && left.last?.time == right.last?.time
            && left.last?.level == right.last?.level
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(pieces)
        hasher.combine(last?.time)
        hasher.combine(last?.level)
    }
}
