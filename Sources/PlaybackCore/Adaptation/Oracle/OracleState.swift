/// How things stand once a segment is there.
struct OracleState: Sendable {
    /// When it was, in milliseconds.
    var arrival: Double
    /// When the presentation would have had to begin to play through without a stall from here on, in
    /// milliseconds: the start and all stalls so far.
    var origin: Double
    /// Of the levels and their changes, in Mbit/s.
    var value: Double
    var level: Int
    /// Place of the state before it; nil for the first segment.
    var parent: Int?

    func quality(_ penalty: Double) -> Double {
        value - penalty * origin / 1_000
    }

    /// Better than both.
    func joined(with other: OracleState) -> OracleState {
        var joined = value >= other.value ? self : other
        joined.arrival = min(arrival, other.arrival)
        joined.origin = min(origin, other.origin)
        return joined
    }
}
