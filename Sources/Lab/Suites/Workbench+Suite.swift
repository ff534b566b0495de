package import Foundation
internal import LinkConditioner
internal import Scenarios

extension Workbench {
    /// More runs side by side than these only wait for each other.
    static let mostJobs = 64

    /// The cases that would be played.
    /// - Throws: ``LabError``.
    package func suiteList(
        _ wishes: SuiteWishes, engine: String
    ) throws(LabError) -> SuiteList {
        SuiteList(try SuitePlanner(workbench: self, wishes: wishes, engine: engine).plan())
    }

    /// Prepares a suite.
    /// - Parameters:
    ///   - engine: SHA-256 of the program that plays, see ``engineDigest()``.
    ///   - now: names a new folder.
    /// - Throws: ``LabError``; exit code 69 when this machine cannot make a link.
    package func prepareSuite(
        _ wishes: SuiteWishes, engine: String, now: Date
    ) throws(LabError) -> SuiteRun {
        let jobs = wishes.jobs ?? ProcessInfo.processInfo.activeProcessorCount
        guard (1...Self.mostJobs).contains(jobs) else {
            throw LabError(.usage, "--jobs is \(jobs); it has to be 1 to \(Self.mostJobs)")
        }
        let plan = try SuitePlanner(workbench: self, wishes: wishes, engine: engine).plan()
        let played = plan.entries.filter(\.isPlayed)
        do throws(NetemError) {
            for entry in played where entry.scenario.via == .netem {
                try NetemLink.require(
                    entry.profile, canBeHeld: entry.scenario.takesNetworkDown)
            }
        } catch {
            throw LabError(error)
        }
        return SuiteRun(
            workbench: self, plan: plan,
            folder: try SuiteFolder(
                wishes.out, isForSockets: played.contains { $0.scenario.via != .simulate },
                now: now),
            jobs: jobs, keepsRuns: wishes.keepsRuns, now: now)
    }

    /// SHA-256 of the running program.
    /// - Throws: ``LabError`` when it cannot be read.
    package static func engineDigest() throws(LabError) -> String {
        try SuiteDigest.ofFile("/proc/self/exe")
    }

    /// Merges results of all shards of a suite and writes them.
    /// - Parameters:
    ///   - paths: files, or folders with a `results.json`.
    ///   - out: file of the merged results.
    /// - Throws: ``LabError``.
    package func merge(
        _ paths: [String], out: String
    ) throws(LabError) -> SuiteOutcome {
        var parts: [(String, SuiteResults)] = []
        for path in paths { parts.append((path, try SuiteResults(readingFrom: path))) }
        let merged = try SuiteResults(merging: parts)
        try RunFolder.put(merged.json(), in: out)
        return SuiteOutcome(results: merged, folder: RunFolder.absolute(out))
    }
}

extension SuiteOutcome {
    /// Writes the results as JUnit's XML and as a page; nil: not.
    package func write(junit: String?, report: String?) throws(LabError) {
        if let junit { try RunFolder.put(Data(results.junit.utf8), in: junit) }
        if let report { try RunFolder.put(Data(results.page.utf8), in: report) }
    }
}
