internal import FixtureOrigin
internal import Foundation
internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// One download by a client from elsewhere: an origin, a link in front of it, the client's process.
///
/// Nothing that it writes is compared with the origin's bytes: clients mux and remux as they like. It
/// passes when it ends with code 0, wrote something, and the origin sent every segment of a variant to
/// it. What that variant is, and its bytes, are by the origin's record.
struct ClientRun: Sendable {
    let client: ClientCommand
    let pairing: ComparedPairing
    let seed: UInt64
    /// Folder of its own.
    let folder: String
    /// It has no longer than this.
    let patience: Duration

    /// What the client left.
    private struct Trial: Sendable {
        /// Nil: it was not through within its time.
        var result: ChildProcess.Result?
        var elapsed: Duration
    }

    /// - Throws: ``LabError`` when it could not be carried out.
    func run() async throws(LabError) -> ComparedRun {
        try RunFolder.make(folder)
        do {
            let kernel =
                pairing.scenario.via == .netem ? try NetemLink(pairing.profile) : nil
            let origin = try FixtureOrigin(
                asset: pairing.asset, faults: pairing.scenario.faults, port: 0,
                recordFile: folder + "/origin.jsonl")
            let trial = try await perform(origin, kernel)
            return judge(trial, origin.record)
        } catch let error as LabError {
            throw error
        } catch let error as NetemError {
            throw LabError(error)
        } catch {
            throw LabError(.run, "cannot run \(client.program): \(error)")
        }
    }

    private func perform(_ origin: FixtureOrigin, _ kernel: NetemLink?) async throws -> Trial {
        try await withThrowingTaskGroup(of: Trial?.self) { group in
            group.addTask {
                try await origin.run()
                return nil
            }
            group.addTask {
                let port = try await origin.port
                let link: any RunLink =
                    if let kernel {
                        try KernelRunLink(kernel, of: pairing.profile, port: port)
                    } else {
                        try await RelayRunLink(
                            pairing.profile, to: port, earlier: 0, seed: seed)
                    }
                return try await link.during { try await download(at: link.port) }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw LabError(.run, "the origin stopped before the download ended")
        }
    }

    private func download(at port: Int) async throws -> Trial {
        let catalog = pairing.asset.catalog
        let arguments = try client.arguments(
            url: "http://127.0.0.1:\(port)/\(catalog.multivariantPlaylist)", out: output,
            quality: pairing.scenario.quality, in: catalog)
        guard let program = ChildProcess.find(client.program) else {
            throw LabError(.run, "\(client.program) is not installed")
        }
        let process = ChildProcess(program: program, arguments: arguments)
        let start = ContinuousClock.now
        let result = try await process.run(within: patience)
        return Trial(result: result, elapsed: ContinuousClock.now - start)
    }

    private var output: String { folder + "/media.ts" }

    private func judge(_ trial: Trial, _ record: OriginRecord) -> ComparedRun {
        let sent = SentWhole(record, of: pairing.asset.catalog)
        let reason = reason(trial, sent)
        var run = ComparedRun(
            seed: seed, verdict: reason == nil ? .pass : .fail, reason: reason, figures: [:])
        run.figures[.seconds] = trial.elapsed / .seconds(1)
        run.figures[.bytesReceived] = Double(record.bytesDelivered)
        run.figures[.wasteBytes] = Double(max(0, record.mediaBytesSent - sent.bytes))
        run.figures[.requests] = Double(record.entries.count)
        run.stored = StoredQuality(of: sent.streams, in: pairing.asset.catalog)
        run.take(bytesStored: sent.bytes, of: sent.streams, in: pairing.asset.catalog)
        return run
    }

    /// Why it did not pass; nil when it did.
    private func reason(_ trial: Trial, _ sent: SentWhole) -> String? {
        guard let result = trial.result else {
            return "it was not through after \(Figures.time(patience))"
        }
        guard result.status == 0 else {
            return "it ended with code \(result.status): \(result.reason)"
        }
        let size = (try? FileManager.default.attributesOfItem(atPath: output))?[.size] as? Int
        // What cannot be looked at is not there.
        guard let size, size > 0 else { return "it ended with code 0 and wrote nothing" }
        return sent.shortfall
    }
}

/// What an origin sent whole to a client, by its record.
private struct SentWhole {
    /// Streams of which every part was sent; of variants only the highest.
    private(set) var streams: [String] = []
    /// Of their parts.
    private(set) var bytes = 0
    /// Why that is no presentation; nil when it is one.
    private(set) var shortfall: String?

    init(_ record: OriginRecord, of catalog: AssetCatalog) {
        var sent: [OriginPart: Int] = [:]
        for entry in record.entries where entry.method == "GET" && entry.ending == .complete {
            guard let part = entry.part, (200...299).contains(entry.status) else { continue }
            sent[part, default: 0] += entry.bytesDelivered
        }
        func isWhole(_ stream: AssetCatalog.Stream) -> Bool {
            let isBegun =
                stream.initSection.map {
                    sent[.initSection(stream: stream.id), default: 0] >= $0.length
                } ?? true
            return isBegun
                && stream.segments.enumerated().allSatisfy {
                    sent[.segment(stream: stream.id, index: $0.offset), default: 0]
                        >= $0.element.length
                }
        }
        let variants = catalog.variants.sorted { $0.peakBitRate > $1.peakBitRate }
            .compactMap { catalog.stream($0.stream) }
        if let variant = variants.first(where: isWhole) {
            let others = catalog.streams.filter {
                ($0.kind == .audio || $0.kind == .subtitles) && isWhole($0)
            }
            streams = ([variant] + others).map(\.id)
            for stream in [variant] + others {
                bytes += stream.initSection?.length ?? 0
                bytes += stream.segments.reduce(0) { $0 + $1.length }
            }
        } else {
            let best = variants.map { stream in
                let count = stream.segments.indices.count {
                    sent[.segment(stream: stream.id, index: $0), default: 0]
                        >= stream.segments[$0].length
                }
                return (count: count, words: "\(count) of \(stream.segments.count) of \(stream.id)")
            }.max { $0.count < $1.count }
            shortfall =
                "it ended with code 0, and the origin sent no variant whole"
                + (best.map { ": \($0.words)" } ?? "")
        }
    }
}
