/// How many of the seeds have been played: what a progress line shows.
package struct SeedsProgress: Sendable, Hashable {
    package var played: Int
    package var total: Int
    /// Of those played: with another verdict than pass.
    package var notPassed: Int

    package init(played: Int, total: Int, notPassed: Int) {
        self.played = played
        self.total = total
        self.notPassed = notPassed
    }

    /// `  42 %  423 of 1000 seeds, 3 not passed`.
    package var line: String {
        let percent = String(played * 100 / max(1, total))
        return String(repeating: " ", count: max(0, 4 - percent.count)) + percent + " %  "
            + "\(played) of \(total) seeds"
            + (notPassed > 0 ? ", \(notPassed) not passed" : "")
    }
}
