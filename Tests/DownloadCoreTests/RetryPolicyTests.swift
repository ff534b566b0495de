import DownloadCore
import Testing

@Suite struct `A retry policy` {
    /// The table in its documentation.
    @Test(arguments: [
        (1, 250, 500), (2, 500, 1_000), (3, 1_000, 2_000), (4, 2_000, 4_000), (5, 4_000, 8_000),
        (6, 8_000, 16_000), (7, 15_000, 30_000), (8, 15_000, 30_000), (1_000, 15_000, 30_000),
    ])
    func `pauses within the upper half of its step`(failure: Int, least: Int, most: Int) {
        let policy = RetryPolicy()
        var random = SeededRandom(seed: UInt64(failure))
        var pauses: [Duration] = []
        for _ in 0..<1_000 { pauses.append(policy.pause(afterFailure: failure, using: &random)) }
        let range = Duration.milliseconds(least)...Duration.milliseconds(most)
        #expect(pauses.allSatisfy(range.contains))
        let spread = range.upperBound - range.lowerBound
        #expect(pauses.min()! < range.lowerBound + spread / 20, "the whole step is used")
        #expect(pauses.max()! > range.upperBound - spread / 20, "the whole step is used")
    }

    @Test func `gives the same pauses for the same seed`() {
        var one = SeededRandom(seed: 7)
        var other = SeededRandom(seed: 7)
        for failure in 1...9 {
            let policy = RetryPolicy()
            #expect(
                policy.pause(afterFailure: failure, using: &one)
                    == policy.pause(afterFailure: failure, using: &other))
        }
    }

    @Test func `never pauses longer than its cap, nor when the base is above it`() {
        let policy = RetryPolicy(base: .seconds(9), cap: .seconds(2))
        var random = SeededRandom(seed: 1)
        for failure in 1...4 {
            let pause = policy.pause(afterFailure: failure, using: &random)
            #expect((.seconds(1)...(.seconds(2))).contains(pause))
        }
    }
}

/// SplitMix64, so that a test means the same everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
