import DownloadCore
import LinkModel
import Scenarios
import Simulation
import Testing

@Suite struct `Under random faults a download` {
    static func fault(_ random: inout StableRandom) -> Fault {
        let byte = Int(random.below(60_000))
        let effects: [FaultEffect] = [
            .status([404, 408, 429, 500, 503][Int(random.below(5))]),
            .status(503, retryAfter: .seconds(Int(random.below(6)))),
            .status(429, retryAfter: .date(secondsFromNow: Int(random.below(6)))),
            .delay(.milliseconds(Int(random.below(60_000)))),
            .stall(afterByte: byte, for: .milliseconds(Int(random.below(60_000)))),
            .truncate(afterByte: byte), .reset(afterByte: byte), .wrongType,
            // Not at the end of a packet, where nothing could tell.
            .truncateWithoutLength(afterByte: byte / 188 * 188 + 1),
        ]
        let kinds: [FaultMatch.Kind?] = [.segment, .segment, .segment, .mediaPlaylist, nil]
        let segment = random.below(3) == 0 ? nil : 1 + Int(random.below(5))
        let match = FaultMatch(kind: kinds[Int(random.below(5))], segment: segment)
        return Fault(
            match: match, effect: effects[Int(random.below(UInt64(effects.count)))],
            times: random.below(8) == 0 ? nil : 1 + Int(random.below(4)))
    }

    @Test(arguments: 0..<4)
    func `ends complete without a hole, or says why not`(quarter: Int) throws {
        let assets = [
            try TestAsset.synthetic(segments: 5, bitsPerSecond: 100_000), .fragmented,
        ]
        var completed = 0
        for seed in UInt64(quarter * 100)..<UInt64(quarter * 100 + 100) {
            var random = StableRandom(seed: seed)
            let asset = assets[Int(random.below(2))]
            let limit = 1 + Int(random.below(4))
            let faults = (0..<Int(random.below(6))).map { _ in Self.fault(&random) }
            var world = try World(
                .init(
                    options: .init(parallelRequests: limit),
                    link: random.below(2) == 0 ? .quick : .edge, seed: seed, keepsTrace: false),
                origin: asset.script(faults), playlists: asset.playlists)
            let history = try world.run()
            let hole = try asset.hole(history.disk)
            switch history.outcome {
            case .completed:
                completed += 1
                #expect(hole == nil, "seed \(seed): \(faults)")
            case .failed(let failure), .needsNewURL(let failure):
                #expect(!failure.description.isEmpty)
                #expect(!history.disk.isSealed, "seed \(seed)")
                #expect(!faults.isEmpty, "seed \(seed) failed without a fault: \(failure)")
            case .cancelled, nil:
                Issue.record("seed \(seed) ended neither way")
            }
            #expect(history.mostConnections <= limit, "seed \(seed)")
            checkGates(history, seed)
        }
        #expect(completed >= 30, "most faults can be overcome")
    }

    /// No request reaches the origin before the time it asked for, but those that were on their way.
    private func checkGates(_ history: WorldHistory, _ seed: UInt64) {
        for gated in history.record.entries {
            guard let gate = gated.retryNotBefore, gated.requestedAt < gate else { continue }
            // Until the answer has arrived and half a round trip after it, old requests may come.
            let known = gated.endedAt + .seconds(4)
            for entry in history.record.entries
            where entry.requestedAt > known && entry.requestedAt < gate {
                Issue.record("seed \(seed): asked at \(entry.requestedAt), not before \(gate)")
            }
        }
    }
}
