/// Natural logarithms from sums, products and quotients alone, which every machine rounds alike,
/// unlike its mathematics library.
package enum Logarithm {
    /// ln `value`, off by at most 3 units in the last place away from 1.
    ///
    /// With value = 2^n·m and f = (m − 1)/(m + 1): n·ln 2 + 2·(f + f³/3 + f⁵/5 + …). m lies between √½
    /// and √2, so that f² is below 0.03 and twelve terms leave 10^-18.
    package static func natural(_ value: Double) -> Double {
        precondition(value > 0 && value.isFinite, "only positive numbers have a logarithm")
        var exponent = Double(value.exponent)
        var significand = value.significand
        if significand > 1.414_213_562_373_095_1 {
            significand /= 2
            exponent += 1
        }
        let f = (significand - 1) / (significand + 1)
        let square = f * f
        var sum = 0.0
        var odd = 23.0
        while odd > 1 {
            sum = square * (sum + 1 / odd)
            odd -= 2
        }
        // ln 2 in two parts, the first with so few bits that its multiples are exact.
        let high = 0.693_147_180_369_123_816_490
        let low = 1.908_214_929_270_587_700_02e-10
        return exponent * high + (2 * f + (2 * f * sum + exponent * low))
    }
}
