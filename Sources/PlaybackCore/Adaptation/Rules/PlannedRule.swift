/// Levels that were decided beforehand, such as an ``Oracle``'s; behind their end the last one.
package struct PlannedRule: AdaptationRule, Hashable {
    private let levels: [Int]
    private let top: Int

    package init(_ ladder: Ladder, levels: [Int]) {
        self.levels = levels
        top = ladder.top
    }

    package mutating func choose(_ situation: Situation) -> Choice {
        let level = situation.segment < levels.count ? levels[situation.segment] : levels.last
        return Choice(level: min(max(level ?? 0, 0), top))
    }
}
