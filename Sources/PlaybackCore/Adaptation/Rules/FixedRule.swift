/// Always the same level: `fixed:N`, `lowest`, `highest`.
package struct FixedRule: AdaptationRule, Hashable {
    package let level: Int

    /// - Parameter level: the nearest there is.
    package init(_ ladder: Ladder, level: Int) {
        self.level = min(max(level, 0), ladder.top)
    }

    package mutating func choose(_ situation: Situation) -> Choice { Choice(level: level) }
}
