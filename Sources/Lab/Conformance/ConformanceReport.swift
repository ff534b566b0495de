internal import Simulation

/// Which of the numbers of other programs are reproduced, for `hlslab conformance`.
package struct ConformanceReport: Sendable, CommandReport {
    private struct Tally: Sendable, Encodable {
        var group: String
        var checked = 0
        var differing = 0
    }

    private struct Difference: Sendable, Encodable {
        var group: String
        var name: String
        var differences: [String]
    }

    private let schema = "hlslab-conformance/1"
    private let folder: String
    private let groups: [Tally]
    private let cases: [Difference]
    private let lines: [String]

    private enum CodingKeys: CodingKey { case schema, folder, groups, cases }

    /// - Throws: when the folder is not laid out as the data are.
    init(folder: String) throws(LabError) {
        let conformance: Conformance
        do {
            conformance = try Conformance(from: ConformanceFolder(path: folder))
        } catch {
            throw LabError(.run, "cannot check against \(folder): \(error)")
        }
        var tallies: [ConformanceCase.Group: Tally] = [:]
        var differing: [ConformanceCase] = []
        conformance.check { result in
            let name = result.group.rawValue
            tallies[result.group, default: Tally(group: name)].checked += 1
            guard !result.differences.isEmpty else { return }
            tallies[result.group]?.differing += 1
            differing.append(result)
        }
        self.folder = folder
        groups = ConformanceCase.Group.allCases.map {
            tallies[$0] ?? Tally(group: $0.rawValue)
        }
        cases = differing.map {
            Difference(group: $0.group.rawValue, name: $0.name, differences: $0.differences)
        }
        lines = differing.map(\.line)
    }

    /// A line for each case that differs, and one with the counts; no line break at its end.
    package var text: String {
        let counts = groups.map { group in
            "\(group.group) \(group.checked - group.differing) of \(group.checked)"
        }
        return (lines + ["reproduced: " + counts.joined(separator: ", ")]).joined(separator: "\n")
    }

    /// What was checked and came out as it had to; nothing checked is no success.
    package var exitCode: Int32 {
        groups.allSatisfy { $0.checked > 0 && $0.differing == 0 } ? 0 : 1
    }
}

extension Workbench {
    /// Plays all that other programs have played, and compares.
    package func checkConformance(_ folder: String) throws(LabError) -> ConformanceReport {
        try ConformanceReport(folder: folder)
    }
}
