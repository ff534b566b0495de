/// Something that goes wrong at the origin: which requests, what, how often.
package struct Fault: Sendable, Hashable {
    package var match: FaultMatch
    package var effect: FaultEffect
    /// How many matching requests it strikes; nil = every one. The first fault of a script that
    /// matches and is not used up strikes, and only that one.
    package var times: Int?

    package init(match: FaultMatch, effect: FaultEffect, times: Int? = nil) {
        self.match = match
        self.effect = effect
        self.times = times
    }
}
