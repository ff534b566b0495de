/// A point of a link's own time: whole nanoseconds since the link began.
///
/// Nothing says what drives it. The relay takes it from the event loop, a simulation from its queue.
package struct LinkTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    package static let zero = LinkTime(nanoseconds: 0)

    package var nanoseconds: Int

    package init(nanoseconds: Int) {
        self.nanoseconds = nanoseconds
    }

    /// The point that lies `elapsed` after the link's beginning, cut to whole nanoseconds.
    package init(_ elapsed: Duration) {
        nanoseconds = elapsed.wholeNanoseconds
    }

    /// Time since the link began.
    package var elapsed: Duration { .nanoseconds(nanoseconds) }

    package var description: String { "\(nanoseconds) ns" }

    package static func < (left: LinkTime, right: LinkTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

extension Duration {
    /// Whole nanoseconds, fractions cut off. Traps beyond 292 years.
    package var wholeNanoseconds: Int {
        Int(attoseconds / 1_000_000_000)
    }
}
