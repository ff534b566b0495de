/// A case that another project's program has an answer for, and where ours differs.
package struct ConformanceCase: Sendable, Hashable {
    package enum Group: String, Sendable, Hashable, CaseIterable {
        case sabre, pensieve, players
    }

    package var group: Group
    package var name: String
    /// In words; none: it is reproduced.
    package var differences: [String] = []

    init(_ group: Group, _ name: String) {
        self.group = group
        self.name = name
    }

    /// Group, name and the differences, the first few of them, in one line.
    package var line: String {
        let most = 3
        let more = differences.count > most ? "; and \(differences.count - most) more" : ""
        return
            "\(group.rawValue) \(name): \(differences.prefix(most).joined(separator: "; "))\(more)"
    }

    mutating func differ(_ words: String) { differences.append(words) }

    /// Compares two lists of numbers, and tells of the first that are not near enough.
    mutating func compare(
        _ what: String, _ found: [Double], _ expected: [Double],
        within tolerance: (Double) -> Double
    ) {
        guard found.count == expected.count else {
            return differ("\(what): \(found.count) values, not \(expected.count)")
        }
        let wrong = found.indices.filter {
            !(abs(found[$0] - expected[$0]) <= tolerance(expected[$0]))
        }
        guard let first = wrong.first else { return }
        let more = wrong.count > 1 ? " and \(wrong.count - 1) more" : ""
        differ("\(what) \(first + 1) is \(found[first]), not \(expected[first])\(more)")
    }

    /// Compares two lists of levels, and tells of the first place where they part.
    mutating func compare(levels found: [Int], _ expected: [Int]) {
        if let first = zip(found, expected).enumerated().first(where: { $0.1.0 != $0.1.1 }) {
            let (level, other) = first.element
            differ("segment \(first.offset + 1) has level \(level), not \(other)")
        } else if found.count != expected.count {
            differ("\(found.count) segments, not \(expected.count)")
        }
    }
}
