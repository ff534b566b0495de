/// A time during which nothing passes the link, in either direction.
package struct LinkOutage: Sendable, Hashable {
    /// What becomes of the packets meanwhile. Those on their way when it begins arrive.
    package enum Effect: String, Sendable, Hashable, CaseIterable {
        /// The rate is zero: the queue holds them, as a base station does.
        case hold
        /// The sender goes on and all that it sends is lost, as with a cut cable further on.
        case drop
    }

    /// When the outage begins, from the link's first moment.
    package var start: Duration
    package var length: Duration
    /// Time from one beginning to the next; nil for a single outage.
    package var period: Duration?
    package var effect: Effect

    package init(
        start: Duration, length: Duration, period: Duration? = nil, effect: Effect = .hold
    ) {
        self.start = start
        self.length = length
        self.period = period
        self.effect = effect
    }
}
