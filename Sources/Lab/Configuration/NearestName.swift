/// Finds what somebody meant who wrote a name that nobody has.
package enum NearestName {
    /// The candidate with the fewest slips away from `word`, the first of several, letter case
    /// aside. Nil when every one is further than a third of the word's length, at least one slip.
    ///
    /// A slip is a letter too many, too few, wrong, or swapped with its neighbour (Damerau and
    /// Levenshtein, optimal string alignment).
    package static func of(_ word: String, in candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (name: String, slips: Int)?
        for name in candidates {
            let slips = slips(from: word.lowercased(), to: name.lowercased())
            if slips <= limit, slips < best?.slips ?? .max { best = (name, slips) }
        }
        return best?.name
    }

    /// `; did you mean 'edge'?` with the nearest candidate, or nothing when there is none.
    package static func hint(for word: String, in candidates: some Sequence<String>) -> String {
        of(word, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Number of slips between two words.
    static func slips(from first: String, to second: String) -> Int {
        let (first, second) = (Array(first), Array(second))
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var current = [row + 1]
            for (column, other) in second.enumerated() {
                let replaced = last[column] + (letter == other ? 0 : 1)
                var fewest = min(replaced, last[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && letter == second[column - 1]
                    && first[row - 1] == other
                if isSwap { fewest = min(fewest, beforeLast[column - 1] + 1) }
                current.append(fewest)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
