/// The seeds of `--seeds`: numbers and ranges such as `7`, `1...1000` or `1,2,5...9`.
package struct SeedList: Sendable, Hashable {
    /// More seeds than this are refused: their results are kept until the report is written.
    package static let mostSeeds = 100_000

    /// As it was written.
    package let text: String
    /// In the order of the text, each once.
    package let seeds: [UInt64]

    /// - Throws: ``LabError`` of kind usage.
    package init(commandLine text: String) throws(LabError) {
        var seeds: [UInt64] = []
        var known: Set<UInt64> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let range = try Self.range(item, of: text)
            guard range.upperBound - range.lowerBound < Self.mostSeeds,
                known.count + range.count <= Self.mostSeeds
            else {
                throw LabError(
                    .usage, "--seeds is '\(text)': more than \(Self.mostSeeds) seeds; name fewer")
            }
            for seed in range where known.insert(seed).inserted { seeds.append(seed) }
        }
        self.text = text
        self.seeds = seeds
    }

    private static func range(
        _ item: Substring, of text: String
    ) throws(LabError) -> ClosedRange<UInt64> {
        let ends = item.split(separator: "...", omittingEmptySubsequences: false).map {
            UInt64($0.trimmingPrefix { $0 == " " })
        }
        guard (1...2).contains(ends.count), let first = ends.first ?? nil,
            let last = ends.last ?? nil
        else {
            throw LabError(
                .usage,
                "--seeds is '\(text)'; it has to be seeds and ranges of them, as in 7, 1...1000 "
                    + "or 1,2,5...9")
        }
        guard first <= last else {
            throw LabError(.usage, "--seeds is '\(text)'; a range goes from less to more")
        }
        return first...last
    }
}
