import Foundation
@testable import Lab
import Scenarios
import Testing

@Suite struct `A suite that is interrupted` {
    private static let wide = """
        base: { asset: tiny, link: { profile: wifi } }
        matrix: { quality: [best, fast], seeds: 1...200 }
        """

    /// Plays on one core, and cancels when the first percent is done.
    private func interrupted(_ suite: borrowing TestSuite) async throws -> SuiteOutcome {
        let wishes = suite.wishes(out: "half") { $0.jobs = 1 }
        let run = try suite.workbench.prepareSuite(
            wishes, engine: "engine", now: Date(timeIntervalSince1970: 0))
        let (begun, signal) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: SuiteOutcome?.self) { group in
            group.addTask {
                try await run.run { _ in
                    signal.yield()
                    // The one worker does not go on before it is cancelled.
                    while !Task.isCancelled { usleep(1_000) }
                }
            }
            group.addTask {
                for await _ in begun { break }
                return nil
            }
            var outcome: SuiteOutcome?
            while let result = try await group.next() {
                group.cancelAll()
                outcome = outcome ?? result
            }
            return try #require(outcome)
        }
    }

    @Test func `leaves what was played, marked as such, and goes on from it`() async throws {
        let suite = try TestSuite(["wide.yaml": Self.wide])
        let half = try await interrupted(suite)
        #expect(half.results.interrupted == true)
        #expect(half.results.verdict == .error && half.exitCode == 2)
        #expect(half.results.counts.passed > 0 && half.unplayedRuns > 0)
        #expect(half.results.counts.runs + half.unplayedRuns == 400)
        #expect(half.text.contains("  stopped   it was interrupted and \(half.unplayedRuns) runs"))
        #expect(half.results.unplayed.map(\.name) == ["wide/fast"])
        #expect(half.results.junit.contains("it was not played: interrupted"))
        #expect(half.results.page.contains("It was interrupted: 1 of 2 cases were not begun."))
        #expect(try SuiteResults(readingFrom: suite.folder + "/half") == half.results)

        let whole = try await suite.play(out: "whole") {
            $0.changedSince = suite.folder + "/half"
        }
        let fresh = try await suite.play(out: "fresh")
        #expect(whole.results.interrupted == nil && whole.exitCode == 0)
        #expect(try suite.bytes("whole/results.json") == suite.bytes("fresh/results.json"))
        #expect(fresh.results.counts.runs == 400)
    }

    @Test func `is no whole when it is merged`() async throws {
        let suite = try TestSuite(["wide.yaml": Self.wide])
        var part = try await suite.play { $0.shard = "1/1" }.results
        #expect(try SuiteResults(merging: [("a", part)]).interrupted == nil)
        part.interrupted = true
        let merged = try SuiteResults(merging: [("a", part)])
        #expect(merged.interrupted == true && merged.verdict == .error)
    }
}
