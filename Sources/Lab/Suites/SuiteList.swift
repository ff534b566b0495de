/// The cases of a suite that would be played: what `hlslab suite --list` prints.
package struct SuiteList: CommandReport {
    struct Row: Encodable, Sendable {
        var name: String
        var file: String
        var line: Int
        var tags: [String]
        var seeds: Int
        var digest: String
        /// Why it would not be played.
        var skipped: String?
    }

    let schema = "hlslab-suite-list/1"
    let cases: [Row]

    init(_ plan: SuitePlan) {
        cases = plan.entries.map { entry in
            let one = entry.result
            return Row(
                name: one.name, file: one.file, line: one.line, tags: one.tags,
                seeds: entry.seeds.count, digest: one.digest,
                skipped: one.skipped ?? (entry.earlier == nil ? nil : "it has not changed"))
        }
    }

    /// A name on each line, and one with the counts.
    package var text: String {
        let lines = cases.map { $0.name + ($0.skipped.map { "  (skipped: \($0))" } ?? "") }
        let played = cases.filter { $0.skipped == nil }
        let runs = played.reduce(0) { $0 + $1.seeds }
        return (lines + ["\(cases.count) cases, \(runs) runs"]).joined(separator: "\n")
    }
}
