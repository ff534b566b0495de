/// What two candidates come to over one link, in plain words.
struct ComparisonSentence {
    let first: ComparisonReport.Row
    let other: ComparisonReport.Row

    /// Figures that differ by less are as good as equal.
    private static let leastRatio = 1.05

    /// `fast finishes 4.1 times sooner than best and stores 270p instead of 540p.`
    var text: String {
        let (name, against) = (first.candidate.label, other.candidate.label)
        for row in [first, other] where row.passed == 0 {
            return
                "No run of \(row.candidate.label) passed: nothing can be said of \(name) and \(against)."
        }
        let clauses = [finish(against), playable, store, stalls].compactMap(\.self)
        guard let last = clauses.last else { return "\(name) and \(against) come to the same." }
        let words =
            clauses.count == 1
            ? last : clauses.dropLast().joined(separator: ", ") + " and \(last)"
        return "\(name) \(words)."
    }

    /// How many times as much the other has, where that is worth a word.
    private func ratio(_ figure: ComparedFigure) -> Double? {
        guard let mine = first[figure]?.median, let its = other[figure]?.median, mine > 0, its > 0,
            max(mine, its) / min(mine, its) >= Self.leastRatio
        else { return nil }
        return its / mine
    }

    private func finish(_ against: String) -> String? {
        guard first[.seconds] != nil, other[.seconds] != nil else { return nil }
        guard let ratio = ratio(.seconds) else { return "takes as long as \(against)" }
        return ratio > 1
            ? "finishes \(Self.times(ratio)) sooner than \(against)"
            : "takes \(Self.times(1 / ratio)) as long as \(against)"
    }

    private var playable: String? {
        ratio(.playableSeconds).map { ratio in
            ratio > 1
                ? "can be watched to its end without a stall \(Self.times(ratio)) sooner"
                : "has to be waited for \(Self.times(1 / ratio)) as long to be watched without a stall"
        }
    }

    private var store: String? {
        guard let mine = first.stored.first, let its = other.stored.first else { return nil }
        func told(_ stored: StoredQuality) -> String {
            var words = mine.shortPicture == its.shortPicture ? [] : [stored.shortPicture]
            if mine.range != its.range { words.append("in \(stored.range)") }
            if words.isEmpty, let rate = (stored == mine ? first : other)[.bitrateOnDisk]?.median {
                words.append(Figures.rate(rate))
            }
            if mine.audio != its.audio { words.append("with \(stored.sound)") }
            return words.joined(separator: " ")
        }
        guard mine != its || ratio(.bytesStored) != nil else { return "stores the same" }
        return "stores \(told(mine)) instead of \(told(its))"
    }

    private var stalls: String? {
        guard let mine = first[.stalls]?.median, let its = other[.stalls]?.median, mine != its
        else { return nil }
        func times(_ count: Double) -> String { count == 1 ? "once" : "\(Int(count)) times" }
        return mine == 0
            ? "plays without a stall instead of stalling \(times(its))"
            : its == 0
                ? "stalls \(times(mine)) where \(other.candidate.label) plays without a stall"
                : "stalls \(times(mine)) instead of \(times(its))"
    }

    /// `4.1 times`.
    private static func times(_ ratio: Double) -> String { "\(Figures.ratio(ratio)) times" }
}
