/// When a failed request is tried again.
///
/// Exponential back-off with jitter: the pause before try n (n = 1 is the first retry) is drawn
/// evenly from the upper half of `base × 2^(n-1)`, capped. With the defaults:
///
/// | retry | pause |
/// |---|---|
/// | 1 | 0.25–0.5 s |
/// | 2 | 0.5–1 s |
/// | 3 | 1–2 s |
/// | 4 | 2–4 s |
/// | 5 | 4–8 s |
/// | 6 | 8–16 s |
/// | 7 and later | 15–30 s |
package struct RetryPolicy: Sendable, Hashable {
    package var base: Duration
    package var cap: Duration
    /// Failures in a row, without one new byte, after which a resource is given up.
    package var failuresWithoutProgress: Int
    /// Failures of one resource in all, new bytes or not, after which it is given up.
    package var failures: Int
    /// Failures to reach a server that has never answered, after which the download is given up:
    /// most often its address is mistyped, and a person is waiting.
    package var failuresBeforeFirstResponse: Int

    package init(
        base: Duration = .milliseconds(500), cap: Duration = .seconds(30),
        failuresWithoutProgress: Int = 8, failures: Int = 100, failuresBeforeFirstResponse: Int = 3
    ) {
        self.base = base
        self.cap = cap
        self.failuresWithoutProgress = failuresWithoutProgress
        self.failures = failures
        self.failuresBeforeFirstResponse = failuresBeforeFirstResponse
    }

    /// The pause before a retry.
    /// - Parameter failure: how many failures in a row there were, from 1 on.
    package func pause(
        afterFailure failure: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        precondition(failure >= 1, "a pause follows a failure")
        var full = min(base, cap)
        for _ in 1..<max(failure, 1) where full < cap { full = min(full * 2, cap) }
        let share = Double.random(in: 0.5...1, using: &random)
        return .nanoseconds(Int64(full / .nanoseconds(1) * share))
    }
}
