internal import FixtureOrigin
internal import Foundation
internal import Scenarios

/// Another build of this program: it runs a scenario by itself, and its judge has the word.
struct EngineProgram: Sendable {
    let path: String
    /// A run has no longer than this.
    let patience: Duration

    /// What is read of the summary that it prints. Builds differ: what an older or newer one does not
    /// have is not known.
    private struct Summary: Decodable {
        struct Download: Decodable {
            var state: String?
            var seconds: Double?
            var bytesReceived: Double?
            var bytesStored: Int?
            var wasteBytes: Double?
            var requests: Double?
            var retries: Double?
            var stallFreeStartSeconds: Double?
            var requestedStreams: [String]?
            var error: String?
        }

        struct Playback: Decodable {
            var mode: String?
            var startupSeconds: Double?
            var stalls: Double?
            var stallSeconds: Double?
            var switches: Double?
            var averageBitrate: Double?
        }

        var schema: String
        var verdict: Verdict
        var expectations: [JudgedExpectation]?
        var download: Download
        var playback: Playback?
    }

    /// - Parameter folder: where it leaves its files; nothing is there.
    /// - Throws: ``LabError`` when it has no summary.
    func play(
        _ pairing: ComparedPairing, seed: UInt64, in folder: String
    ) async throws(LabError) -> ComparedRun {
        var words = ["run"]
        try RunFolder.make(folder)
        if let document = pairing.document {
            let file = "\(folder)/scenario.yaml"
            do {
                try Data(document.utf8).write(to: URL(filePath: file))
            } catch {
                throw LabError(.run, "cannot write \(file): \(RunFolder.reason(error))")
            }
            words.append(file)
        } else if let file = pairing.file {
            words.append(file)
        }
        words += pairing.overrides.words
        words += ["--seed", "\(seed)", "--out", "\(folder)/run", "--format", "json"]
        let result: ChildProcess.Result?
        do {
            result = try await ChildProcess(program: path, arguments: words).run(within: patience)
        } catch {
            throw LabError(.run, "cannot run \(path): \(error)")
        }
        guard let result else {
            throw LabError(.run, "\(path) was not through after \(Figures.time(patience))")
        }
        do {
            let summary = try JSONDecoder().decode(Summary.self, from: Data(result.output.utf8))
            return Self.run(summary, seed: seed, of: pairing.asset.catalog)
        } catch {
            throw LabError(.run, "\(path) printed no summary of a run: \(result.reason)")
        }
    }

    private static func run(
        _ summary: Summary, seed: UInt64, of catalog: AssetCatalog
    ) -> ComparedRun {
        let failed = summary.expectations?.first { !$0.pass }
        var run = ComparedRun(
            seed: seed, verdict: summary.verdict,
            reason: summary.verdict == .pass
                ? nil
                : failed.map { "\($0.name): \($0.detail)" } ?? summary.download.error ?? "",
            figures: [:])
        let download = summary.download
        run.figures[.seconds] = download.seconds
        run.figures[.bytesReceived] = download.bytesReceived
        run.figures[.wasteBytes] = download.wasteBytes
        run.figures[.requests] = download.requests
        run.figures[.retries] = download.retries
        run.figures[.playableSeconds] = download.stallFreeStartSeconds
        if let streams = download.requestedStreams, let bytes = download.bytesStored,
            summary.playback?.mode != Scenario.Playback.Mode.only.rawValue
        {
            run.stored = StoredQuality(of: streams, in: catalog)
            run.take(bytesStored: bytes, of: streams, in: catalog)
        }
        guard let playback = summary.playback else { return run }
        run.figures[.startupSeconds] = playback.startupSeconds
        run.figures[.stalls] = playback.stalls
        run.figures[.stallSeconds] = playback.stallSeconds
        run.figures[.switches] = playback.switches
        run.figures[.playedBitrate] = playback.averageBitrate
        return run
    }
}
