/// When a ``SharedLink`` looks at an end of a connection next, in the order of (time, slot, end).
struct LinkTimer: Comparable, Sendable {
    /// Nanoseconds.
    var time: Int
    var slot: Int32
    /// Whether it is the engine's end.
    var isClient: Bool

    static func < (left: LinkTimer, right: LinkTimer) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.slot != right.slot { return left.slot < right.slot }
        return left.isClient && !right.isClient
    }
}
