/// How fast media plays: a thousandth is the smallest step, so that times stay exact.
package struct PlaybackRate: Sendable, Hashable, Codable {
    /// 1000 is the speed of the wall clock.
    package let thousandths: Int

    /// - Precondition: above zero and at most 16 times.
    package init(thousandths: Int) {
        precondition((1...16_000).contains(thousandths), "media plays forward, 16 times at most")
        self.thousandths = thousandths
    }

    package static let normal = PlaybackRate(thousandths: 1_000)

    package var factor: Double { Double(thousandths) / 1_000 }

    /// Media that plays in a time of the wall clock.
    package func media(in time: Duration) -> Duration {
        guard thousandths != 1_000 else { return time }
        return Duration(attoseconds: time.attoseconds * Int128(thousandths) / 1_000)
    }

    /// Time of the wall clock in which as much media has played, rounded up.
    package func time(for media: Duration) -> Duration {
        let attoseconds =
            thousandths == 1_000
            ? media.attoseconds : media.attoseconds * 1_000 / Int128(thousandths)
        let exact = Duration(attoseconds: attoseconds / 1_000_000_000 * 1_000_000_000)
        return self.media(in: exact) < media ? exact + .nanoseconds(1) : exact
    }
}

extension Duration {
    /// Whole nanoseconds, rounded towards zero.
    var wholeNanoseconds: Int {
        Int(attoseconds / 1_000_000_000)
    }

    var milliseconds: Double { self / .milliseconds(1) }
}
