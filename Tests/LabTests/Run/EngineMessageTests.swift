import DownloadCore
import Foundation
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation
import Synchronization
import Testing

@testable import Lab

@Suite struct `What the process of an engine tells` {
    private let workbench = Workbench(
        resources: LabResources(
            profiles: [FaultSuite.root + "/Profiles"], fixtures: [FaultSuite.root + "/Fixtures"]))

    /// What a download with faults, keys and a player has to tell.
    private func history(
        of asset: String, _ faults: [Fault]
    ) async throws -> (steps: [(Duration, PlayingDownload.Step)], playback: PlaybackHistory?) {
        var scenario = Scenario(asset: asset, profile: "wifi-lossy", via: .simulate, faults: faults)
        scenario.playback.mode = .withDownload
        let (profile, loaded) = try workbench.parts(of: scenario)
        let simulated = try await SimulatedScenario(
            scenario, asset: loaded, profile: profile, folder: "")
        var steps: [(Duration, PlayingDownload.Step)] = []
        let history = try simulated.history(seed: 1) { steps.append(($0, $1)) }
        return (steps, history.playback)
    }

    /// What was last said of how far the download is.
    private func progress(in steps: [(Duration, PlayingDownload.Step)]) -> DownloadProgress? {
        for case (_, .download(_, let commands)) in steps.reversed() {
            for case .report(.progress(let progress)) in commands { return progress }
        }
        return nil
    }

    /// Through a pipe, whole.
    private func sent(_ message: EngineMessage) async throws -> EngineMessage {
        let pipe = Pipe()
        let lines = AsyncStream<Data> { stream in
            PipeLines(pipe.fileHandleForReading).read(
                onLine: { stream.yield($0) }, onEnd: { stream.finish() })
        }
        let writer = PipeLines(pipe.fileHandleForWriting)
        #expect(writer.send(message))
        writer.close()
        var heard: [EngineMessage] = []
        for await line in lines {
            heard.append(try PipeLines.message(EngineMessage.self, in: line))
        }
        return try #require(heard.count == 1 ? heard.first : nil)
    }

    @Test(arguments: ["ladder", "key-server", "cmaf"])
    func `is heard as it was told`(asset: String) async throws {
        let (steps, playback) = try await history(
            of: asset,
            [
                Fault(
                    match: FaultMatch(kind: .segment, segment: 2), effect: .status(503), times: 2)
            ])
        #expect(steps.count > 50)
        var told = TraceDigest()
        var heard = TraceDigest()
        for (elapsed, step) in steps {
            let line = try JSONEncoder().encode(EngineMessage.report(.step(elapsed, step)))
            guard
                case .report(.step(let time, let copy)) = try PipeLines.message(
                    EngineMessage.self, in: line)
            else { continue }
            _ = told.take(elapsed, step)
            _ = heard.take(time, copy)
        }
        #expect(told.sha256 == heard.sha256)

        let history = try #require(playback)
        let end = EngineEnd(
            outcome: .failed(DownloadFailure(reason: .status(404), subject: "a segment")),
            progress: try #require(progress(in: steps)), playback: history)
        guard case .ended(let copy) = try await sent(.ended(end)) else {
            Issue.record("another message")
            return
        }
        #expect(copy.outcome == end.outcome)
        #expect(copy.progress == end.progress)
        let (played, wanted) = (copy.playback?.played, history.played)
        #expect(played?.segments == wanted.segments)
        #expect(played?.requests == wanted.requests)
        #expect(played?.buffer.pieces == wanted.buffer.pieces)
        #expect(copy.playback?.log == history.log)
        #expect(copy.playback?.account == history.account)
    }

    @Test func `is lost only where its line is not whole`() async throws {
        let pipe = Pipe()
        let lines = AsyncStream<Data> { stream in
            PipeLines(pipe.fileHandleForReading).read(
                onLine: { stream.yield($0) }, onEnd: { stream.finish() })
        }
        let writer = PipeLines(pipe.fileHandleForWriting)
        writer.send(EngineMessage.isReady)
        try pipe.fileHandleForWriting.write(contentsOf: Data("{\"report\":{\"sig".utf8))
        writer.close()
        var heard: [Data] = []
        for await line in lines { heard.append(line) }
        #expect(heard.count == 1)
    }
}
