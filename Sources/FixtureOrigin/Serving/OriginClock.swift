import FoundationEssentials
package import Scenarios

/// The two clocks of an origin: time elapsed since it began to serve, and the time of day.
package struct OriginClock: Sendable {
    package let start: ContinuousClock.Instant

    package init(start: ContinuousClock.Instant) {
        self.start = start
    }

    package var elapsed: Duration {
        start.duration(to: .now)
    }

    /// The second that has begun, and how long ago it did.
    package var timeOfDay: (date: HTTPDate, into: Duration) {
        let now = Date().timeIntervalSince1970
        let second = now.rounded(.down)
        return (HTTPDate(seconds: Int(second)), .seconds(now - second))
    }
}
