import Foundation
import PlaybackCore
import Testing

@Suite struct `The room's own mathematics` {
    /// Distance in units in the last place.
    private func distance(_ value: Double, _ expected: Double) -> Double {
        abs(value - expected) / expected.ulp
    }

    @Test func `gives powers of two that are the nearest or the next number`() {
        var worst = 0.0
        var others = 0
        for step in -40_000...40_000 {
            let exponent = Double(step) * 0.001_234_567
            let value = distance(PowerOfTwo.of(exponent), exp2(exponent))
            worst = max(worst, value)
            if value > 0 { others += 1 }
        }
        #expect(worst <= 1)
        #expect(others < 1_600, "one in fifty of 80,001 at most")
    }

    @Test(arguments: [-2_000.0, -1_021, 0, 1, 10, -10, 2_000])
    func `gives whole powers of two exactly, nothing and infinity out of range`(exponent: Double) {
        let expected = exponent <= -1_020 ? 0 : exp2(exponent)
        #expect(PowerOfTwo.of(exponent) == expected)
    }

    @Test func `gives natural logarithms within three units in the last place`() {
        var worst = 0.0
        for step in 1...50_000 where step != 1_000 {
            let value = Double(step) * 0.001
            worst = max(worst, distance(Logarithm.natural(value), log(value)))
        }
        #expect(worst <= 3)
        #expect(Logarithm.natural(1) == 0)
        #expect(Logarithm.natural(2) == log(2))
    }
}
