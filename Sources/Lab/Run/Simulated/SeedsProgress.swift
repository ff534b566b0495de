/// How many of the seeds have been played: what a progress line shows.
package struct SeedsProgress: Sendable, Hashable {
    package var played: Int
    package var total: Int
    /// Of those played: with another verdict than pass.
    package var notPassed: Int
    /// What is played.
    package var unit: String

    package init(played: Int, total: Int, notPassed: Int, unit: String = "seeds") {
        self.played = played
        self.total = total
        self.notPassed = notPassed
        self.unit = unit
    }

    /// `  42 %  423 of 1000 seeds, 3 not passed`.
    package var line: String {
        let percent = String(played * 100 / max(1, total))
        return String(repeating: " ", count: max(0, 4 - percent.count)) + percent + " %  "
            + "\(played) of \(total) \(unit)"
            + (notPassed > 0 ? ", \(notPassed) not passed" : "")
    }
}
