/// A number of bytes that is not known to the byte.
public struct ByteFigure: Sendable, Hashable, Codable {
    public var low: Int
    /// What is most likely.
    public var expected: Int
    public var high: Int

    /// Makes one from its properties.
    public init(low: Int, expected: Int, high: Int) {
        self.low = low
        self.expected = expected
        self.high = high
    }

    /// A number that is known.
    public init(exactly count: Int) {
        self.init(low: count, expected: count, high: count)
    }

    /// Whether it is known to the byte.
    public var isExact: Bool { low == high }
}

extension ByteFigure {
    /// A bitrate over a time, give or take.
    /// - Parameters:
    ///   - low: what of the rate there is at least, as a factor.
    ///   - high: at most.
    init(bitsPerSecond: Double, _ seconds: Double, low: Double, high: Double) {
        let bytes = bitsPerSecond * seconds / 8
        self.init(
            low: Self.whole(bytes * low), expected: Self.whole(bytes),
            high: Self.whole(bytes * high))
    }

    func times(_ factor: Double) -> ByteFigure {
        ByteFigure(
            low: Self.whole(Double(low) * factor), expected: Self.whole(Double(expected) * factor),
            high: Self.whole(Double(high) * factor))
    }

    static func + (left: ByteFigure, right: ByteFigure) -> ByteFigure {
        ByteFigure(
            low: left.low &+ right.low, expected: left.expected &+ right.expected,
            high: left.high &+ right.high)
    }

    /// What is left of a sum when one of the two is known to lie in `part`.
    func without(_ part: ByteFigure) -> ByteFigure {
        ByteFigure(
            low: max(0, low - part.high), expected: max(0, expected - part.expected),
            high: max(0, high - part.low))
    }

    /// Playlists may declare any rate and any duration: a quintillion bytes stand for all beyond.
    private static func whole(_ bytes: Double) -> Int {
        bytes.isFinite ? Int(min(max(bytes, 0), 1e18).rounded()) : Int(1e18)
    }
}
