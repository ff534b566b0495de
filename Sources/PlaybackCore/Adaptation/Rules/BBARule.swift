/// A level for each level of the buffer: the lowest below a reservoir, the highest above a cushion,
/// rising in between.
///
/// Source: T.-Y. Huang et al., "A Buffer-Based Approach to Rate Adaptation", SIGCOMM 2014, in the forms
/// of Pensieve (`test/bb.py`) and of Puffer (`linear_bba.cc`).
package struct BBARule: AdaptationRule, Hashable {
    package enum Form: Sendable, Hashable {
        /// The number of the level rises with the buffer: milliseconds of reservoir and cushion.
        case byIndex(reservoir: Double, cushion: Double)
        /// The size of the segment rises with the buffer, from `lower` to `upper` of what the buffer
        /// holds, in milliseconds.
        case bySize(bufferSize: Double, lower: Double, upper: Double)

        package static let pensieve = Form.byIndex(reservoir: 5_000, cushion: 10_000)
        package static let puffer = Form.bySize(bufferSize: 15_000, lower: 0.2, upper: 0.8)
    }

    private let ladder: Ladder
    private let form: Form

    package init(_ ladder: Ladder, _ form: Form = .pensieve) {
        self.ladder = ladder
        self.form = form
    }

    package mutating func choose(_ situation: Situation) -> Choice {
        switch form {
        case .byIndex(let reservoir, let cushion):
            let share = (situation.bufferLevel - reservoir) / cushion
            let level = Int(Double(ladder.top) * min(max(share, 0), 1))
            return Choice(level: level)
        case .bySize(let bufferSize, let lower, let upper):
            let share = (situation.bufferLevel / bufferSize - lower) / (upper - lower)
            return Choice(level: level(situation.segment, share: min(max(share, 0), 1)))
        }
    }

    /// The highest level of which the segment is not larger than the share allows.
    private func level(_ segment: Int, share: Double) -> Int {
        var (least, greatest) = (Double.infinity, 0.0)
        for level in 0..<ladder.levelCount {
            least = min(least, ladder.bits(segment: segment, level: level))
            greatest = max(greatest, ladder.bits(segment: segment, level: level))
        }
        let allowed = share >= 1 ? greatest : least + share * (greatest - least)
        var level = ladder.top
        while level > 0, ladder.bits(segment: segment, level: level) > allowed { level -= 1 }
        return level
    }
}
