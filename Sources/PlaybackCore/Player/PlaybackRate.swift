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
    package func media(in time: Duration) -> Duration { time * thousandths / 1_000 }

    /// Time of the wall clock in which as much media has played, rounded up.
    package func time(for media: Duration) -> Duration {
        let nanoseconds = (media * 1_000 / thousandths).wholeNanoseconds
        let exact = Duration.nanoseconds(nanoseconds)
        return self.media(in: exact) < media ? exact + .nanoseconds(1) : exact
    }
}

extension Duration {
    /// Whole nanoseconds, rounded towards zero.
    var wholeNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }

    var milliseconds: Double { self / .milliseconds(1) }
}
