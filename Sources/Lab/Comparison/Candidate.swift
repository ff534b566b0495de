internal import Scenarios

/// One of the things that a comparison sets side by side: a download with some options, by some engine.
package struct Candidate: Sendable, Hashable, Codable {
    /// One option of the candidate and its value, as the command line has them.
    package struct Setting: Sendable, Hashable, Codable {
        /// `quality`, a path of the scenario file such as `download.parallel`, or `engine`.
        package var name: String
        package var value: String

        /// As tables name it: what speaks for itself stands alone.
        fileprivate var words: String {
            switch name {
            case "quality": value
            // A path by its file, a command by its program.
            case "engine":
                String(
                    (value.split(separator: " ").first ?? "").split(separator: "/").last
                        ?? Substring(value))
            default: "\(name) \(value)"
            }
        }
    }

    /// Short, and of no other candidate of the comparison.
    package var label: String
    package var settings: [Setting]

    /// Every combination of the values, the last dimension changing fastest.
    /// - Parameter dimensions: each with at least one value; those with more than one name candidates.
    static func all(_ dimensions: [(name: String, values: [String])]) -> [Candidate] {
        var rows: [[Setting]] = [[]]
        for dimension in dimensions {
            rows = rows.flatMap { row in
                dimension.values.map { row + [Setting(name: dimension.name, value: $0)] }
            }
        }
        let varied = Set(dimensions.filter { $0.values.count > 1 }.map(\.name))
        var candidates: [Candidate] = []
        for settings in rows {
            let telling = settings.filter { varied.contains($0.name) }
            var label = (telling.isEmpty ? settings : telling).map(\.words).joined(separator: ", ")
            // Two programs of one name in two folders.
            if candidates.contains(where: { $0.label == label }) {
                label = telling.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
            }
            candidates.append(Candidate(label: label, settings: settings))
        }
        return candidates
    }

    /// The value of an option; nil when it is as the scenario has it.
    func value(of name: String) -> String? {
        settings.first { $0.name == name }?.value
    }
}
