/// Keeps a player from levels that it kept having to leave.
///
/// Source: `SwitchHistoryRule` and `SwitchRequestHistory` of dash.js 5.1: among the last 8 choices,
/// drops more often than 0.075 times the others.
struct DropHistory: Sendable, Hashable {
    private static let depth = 8
    private static let mostDrops = 0.075

    private struct Move: Sendable, Hashable {
        var level: Int
        var isDrop: Bool
    }

    private let levelCount: Int
    private var moves: [Move] = []

    init(levelCount: Int) {
        self.levelCount = levelCount
    }

    mutating func add(from level: Int, to chosen: Int) {
        if moves.count == Self.depth { moves.removeFirst() }
        moves.append(Move(level: level, isDrop: chosen < level))
    }

    /// The level below the first from which drops are too many, counted from the lowest up.
    var limit: Int? {
        guard moves.count == Self.depth, moves.contains(where: \.isDrop) else { return nil }
        var (drops, others) = (0, 0)
        for level in 0..<levelCount {
            for move in moves where move.level == level {
                if move.isDrop { drops += 1 } else { others += 1 }
            }
            if drops + others >= Self.depth, Double(drops) > Self.mostDrops * Double(others) {
                return max(0, level - 1)
            }
        }
        return nil
    }
}
