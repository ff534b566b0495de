/// Random numbers of 32 bits, of which each may depend on the one before it.
///
/// netem's `get_crandom` (Linux 6.1, net/sched/sch_netem.c):
/// `answer = (value · (2^32 − ρ) + last · ρ) ÷ 2^32`. With a correlation the numbers lie closer to
/// the middle than even ones do, their variance is (1 − ρ) ÷ (1 + ρ) of theirs: an event of 1 % with
/// a correlation of 50 % happens 0.02 % of the time, in netem and here.
struct CorrelatedRandom: Sendable {
    private static let range: UInt64 = 1 << 32

    private var random: StableRandom
    private var last: UInt64

    init(seed: UInt64) {
        random = StableRandom(seed: seed)
        last = random.next() >> 32
    }

    /// The next number below 2^32. `correlation` is a fraction of 2^32.
    mutating func next(correlation: UInt64) -> UInt64 {
        let value = random.next() >> 32
        guard correlation > 0 else { return value }
        last = (value * (Self.range - correlation) + last * correlation) >> 32
        return last
    }

    /// Whether an event of this chance happens.
    ///
    /// Exact to a part in a billion without a correlation, to one in 2^32 with it.
    mutating func happens(_ chance: LinkChance) -> Bool {
        guard chance.probability != .never else { return false }
        guard chance.correlation != .never else { return happens(chance.probability) }
        return next(correlation: chance.correlation.in32Bits) < chance.probability.in32Bits
    }

    /// Whether an event of this probability happens, whatever happened before.
    mutating func happens(_ probability: Probability) -> Bool {
        partsPerBillion() < probability.partsPerBillion
    }

    /// An even number from 0 to 999,999,999.
    mutating func partsPerBillion() -> Int {
        Int(random.below(UInt64(Probability.always.partsPerBillion)))
    }
}

extension Probability {
    /// As a fraction of 2^32, which is what `always` gives. Rounded to the nearest.
    var in32Bits: UInt64 {
        ((UInt64(partsPerBillion) << 32) + 500_000_000) / 1_000_000_000
    }
}
