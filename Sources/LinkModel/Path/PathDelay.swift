/// Decides when a packet that left the bottleneck arrives.
///
/// Without a rate a packet's delay has nothing to do with the others': jitter may change their
/// order, as in netem without a rate. With a rate or a trace the order is kept. netem with a rate
/// then has `arrival = max(sent + delay, arrival before) + time on the wire`, so that packets that
/// jitter brought together leave it one after the other. Here the wire comes first:
/// `arrival = max(left + delay, arrival before + time on the wire)`, which spaces them in the same
/// way, but at most up to the longest delay that the jitter may give. Past that packets bunch, so
/// that a delay that grew for a while does not stay with a flow that keeps the link busy.
///
/// netem cuts a correlated random number by a modulo and so loses its correlation; here it is
/// scaled and keeps it. A delay is never below 0, as in netem.
struct PathDelay: Sendable {
    /// Largest value of a jitter table, in amounts: 32767 ÷ 8192.
    private static let tableReach = 4

    private var random: CorrelatedRandom
    private var reorderRandom: CorrelatedRandom
    private var delay = 0
    private var amount = 0
    private var correlation: UInt64 = 0
    private var table: JitterTable?
    private var reorder: LinkReordering?
    private var keepsOrder = false
    /// Whether every packet keeps the order, whatever the timeline comes to.
    var keepsOrderAlways = false
    /// Most that a packet's delay can be.
    private var longest = 0
    /// Arrival of the last packet that kept the order.
    private var floor = 0
    /// Packets since the last one that overtook others.
    private var sinceReordered = 0

    init(seed: UInt64, reorderSeed: UInt64) {
        random = CorrelatedRandom(seed: seed)
        reorderRandom = CorrelatedRandom(seed: reorderSeed)
    }

    mutating func apply(_ direction: LinkDirection) {
        delay = direction.delay.wholeNanoseconds
        amount = direction.jitter?.amount.wholeNanoseconds ?? 0
        correlation = direction.jitter?.correlation.in32Bits ?? 0
        switch direction.jitter?.distribution {
        case nil, .uniform: table = nil
        case .normal: table = .normal
        case .pareto: table = .pareto
        case .paretonormal: table = .paretonormal
        case .table(let values): table = values
        }
        longest = delay + amount * (table == nil ? 1 : Self.tableReach)
        reorder = direction.reorder
        keepsOrder = direction.rate != .unlimited
    }

    /// What leaves from now on arrives no earlier; `.min` where that is not known.
    var earliestArrival: Int { keepsOrderAlways ? floor : .min }

    /// When a packet arrives that left at `left` after `wireTime` on the wire.
    ///
    /// - Parameter isCopy: of a packet; it keeps behind it and takes no time on the wire.
    mutating func arrival(left: Int, wireTime: Int, isCopy: Bool) -> Int {
        if overtakes() { return left }
        let arrival = left + max(0, delay + jitter())
        guard keepsOrder else { return arrival }
        let spaced = max(arrival, min(floor + (isCopy ? 0 : wireTime), left + longest))
        floor = max(floor, spaced)
        return floor
    }

    /// netem's `reorder`: from the gap-th packet on, each overtakes with this chance until one did.
    private mutating func overtakes() -> Bool {
        guard let reorder else { return false }
        let chance = LinkChance(reorder.probability, correlation: reorder.correlation)
        if sinceReordered >= reorder.gap - 1, reorderRandom.happens(chance) {
            sinceReordered = 0
            return true
        }
        sinceReordered += 1
        return false
    }

    private mutating func jitter() -> Int {
        guard amount > 0 else { return 0 }
        let drawn = random.next(correlation: correlation)
        guard let table else {
            let range = UInt64(2 * amount)
            let (high, low) = range.multipliedFullWidth(by: drawn)
            return Int((high << 32) | (low >> 32)) - amount
        }
        let value = Int(table.values[Int((drawn * UInt64(table.values.count)) >> 32)])
        // As netem's tabledist: whole multiples of the scale apart, so that nothing overflows.
        let (whole, rest) = amount.quotientAndRemainder(dividingBy: JitterTable.scale)
        return whole * value + (rest * value) / JitterTable.scale
    }
}
