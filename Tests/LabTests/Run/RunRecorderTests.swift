import DownloadCore
import Foundation
import OfflinePlayback
import Testing

@testable import Lab

@Suite struct `What an engine tells in all its lives` {
    private let folder = NSTemporaryDirectory() + "hlslab-test-" + UUID().uuidString

    private func failure(_ reason: String) -> DownloadOutcome {
        .failed(DownloadFailure(reason: .refused(reason), subject: "a test"))
    }

    /// Figures of lives that receive so many bytes each, at a second of their own, with a retry each.
    /// - Parameter ends: what the engine says in the end of each; nil: it is killed.
    private func totals(
        of lives: [(bytes: [Int], outcome: DownloadOutcome?)], apart pause: Duration = .seconds(10)
    ) throws -> (RunRecorder.Totals, lines: [String]) {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            // A folder that cannot be removed is the system's to clean.
            try? FileManager.default.removeItem(atPath: folder)
        }
        let timeline = try Timeline(at: folder + "/timeline.jsonl")
        let recorder = RunRecorder(timeline) { _, _ in }
        let start = ContinuousClock.now
        recorder.begin(at: start)
        for (number, life) in lives.enumerated() {
            recorder.take(.began(at: start + pause * number, earlierBytes: number * 1_000))
            for count in life.bytes {
                recorder.take(
                    .step(
                        .seconds(1),
                        .download(
                            .received(RequestID(1), byteCount: count),
                            [
                                .report(
                                    .retrying(
                                        .part(stream: 0, index: 0), reason: "a test",
                                        pause: .zero))
                            ])))
            }
            if let outcome = life.outcome {
                recorder.take(
                    .step(.seconds(2), .download(.woke, [.finish(outcome)])))
            }
            recorder.close(nil)
        }
        try timeline.close()
        let text = try String(contentsOfFile: folder + "/timeline.jsonl", encoding: .utf8)
        return (recorder.totals, text.split(separator: "\n").map(String.init))
    }

    @Test func `is summed up, in the time of the run`() throws {
        let (totals, lines) = try totals(of: [([100, 20], nil), ([3], nil), ([], nil)])
        #expect(totals.lives == 3)
        #expect(totals.bytesReceived == 123)
        #expect(totals.retries == 3)
        #expect(totals.earlierBytes == 0)
        #expect(totals.goesOn)
        #expect(totals.end == nil)
        #expect(
            lines.map { $0.prefix(8) }
                == ["{\"t\":1.0", "{\"t\":1.0", "{\"t\":11."].map { $0[...] })
    }

    @Test func `ends when the last says so, or when the package was complete`() throws {
        let failed = failure("one")
        #expect(try totals(of: [([1], failed), ([1], .completed)]).0.end == .seconds(12))
        #expect(try totals(of: [([1], failed), ([1], nil)]).0.end == nil)
        // What is killed behind that is being played.
        #expect(try totals(of: [([1], .completed), ([1], .completed)]).0.end == .seconds(2))
    }

    @Test func `of one life alone goes on only when an earlier run left something`() throws {
        #expect(try !totals(of: [([1], .completed)]).0.goesOn)
    }
}
