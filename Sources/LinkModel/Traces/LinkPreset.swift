/// A link as tools with a list of presets have it: rates, delays and losses that never change.
package struct LinkPreset: Sendable, Hashable {
    package var name: String
    /// Bits per second; nil for no limit.
    package var down: Int?
    package var up: Int?
    /// One way, in nanoseconds.
    package var downDelay: Int
    package var upDelay: Int
    package var downLoss: Probability
    package var upLoss: Probability
    package var dnsDelay: Duration?

    package init(
        name: String, down: Int?, up: Int?, downDelay: Int, upDelay: Int,
        downLoss: Probability = .never, upLoss: Probability = .never, dnsDelay: Duration? = nil
    ) {
        self.name = name
        self.down = down
        self.up = up
        self.downDelay = downDelay
        self.upDelay = upDelay
        self.downLoss = downLoss
        self.upLoss = upLoss
        self.dnsDelay = dnsDelay
    }

    /// A preset of a tool that knows the round trip only: half of it each way.
    package init(
        name: String, down: Int?, up: Int?, roundTrip: Int, loss: Probability = .never
    ) {
        self.init(
            name: name, down: down, up: up, downDelay: roundTrip / 2,
            upDelay: roundTrip - roundTrip / 2, downLoss: loss, upLoss: loss)
    }

    /// What of a profile a preset can hold: the first moment's rates, a trace's mean.
    package init(_ profile: LinkProfile) {
        self.init(
            name: profile.name, down: profile.down.rate.meanBitsPerSecond,
            up: profile.up.rate.meanBitsPerSecond, downDelay: profile.down.delay.wholeNanoseconds,
            upDelay: profile.up.delay.wholeNanoseconds, downLoss: profile.down.loss.mean,
            upLoss: profile.up.loss.mean, dnsDelay: profile.dnsDelay)
    }

    /// Time there and back, in nanoseconds.
    package var roundTrip: Int { downDelay + upDelay }

    package func profile(id: String, source: String) -> LinkProfile {
        func direction(_ rate: Int?, _ delay: Int, _ loss: Probability) -> LinkDirection {
            LinkDirection(
                rate: rate.map { .bitsPerSecond($0) } ?? .unlimited, delay: .nanoseconds(delay),
                loss: loss == .never ? .none : .independent(loss, correlation: .never))
        }
        return LinkProfile(
            id: id, name: name, source: source, down: direction(down, downDelay, downLoss),
            up: direction(up, upDelay, upLoss), dnsDelay: dnsDelay)
    }
}
