/// A generator that gives the same numbers for the same seed on every machine and Swift release.
///
/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014),
/// in the form of Vigna's public-domain `splitmix64.c`. Its n-th number can be had without the
/// ones before it, which is what lets a synthetic segment be generated from any byte on.
///
/// `Int.random(in:using:)` may change its arithmetic between Swift releases; what has to stay the
/// same for ever uses ``below(_:)`` and ``unit()``.
package struct StableRandom: RandomNumberGenerator, Sendable, Hashable {
    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.mix(state)
    }

    /// The number that the `index`-th call of ``next()`` gives, counted from 0.
    package static func number(_ index: UInt64, ofSeed seed: UInt64) -> UInt64 {
        mix(seed &+ (index &+ 1) &* increment)
    }

    /// A number in `0..<bound`. The bias is below `bound` / 2^64.
    package mutating func below(_ bound: UInt64) -> UInt64 {
        precondition(bound > 0, "a number below 0 cannot be drawn")
        return next().multipliedFullWidth(by: bound).high
    }

    /// A number in `0..<1`, a multiple of 2^-53.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    private static func mix(_ state: UInt64) -> UInt64 {
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
