import DownloadCore
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
@testable import Simulation
import Testing

@Suite struct `An exploration` {
    @Test(arguments: 0..<4)
    func `of any seed keeps every rule`(quarter: Int) throws {
        var ends: Set<ExplorationOutcome.End> = []
        for seed in UInt64(quarter * 100)..<UInt64(quarter * 100 + 100) {
            let outcome = try Exploration(seed: seed).play()
            #expect(outcome.violations.isEmpty, "seed \(seed): \(outcome.violations)")
            ends.insert(outcome.end)
        }
        #expect(ends.isSuperset(of: [.completed, .failed]))
    }

    @Test func `is the same for the same seed, and comes to the same`() throws {
        for seed in UInt64(500)..<510 {
            let exploration = Exploration(seed: seed)
            #expect(exploration == Exploration(seed: seed))
            #expect(exploration != Exploration(seed: seed + 1))
            #expect(try exploration.play() == exploration.play())
        }
    }

    @Test func `is of every kind that there is`() {
        let drawn = (UInt64(0)..<2_000).map { Exploration(seed: $0) }
        func share(_ isMeant: (Exploration) -> Bool) -> Double {
            Double(drawn.count(where: isMeant)) / Double(drawn.count)
        }
        let kinds: [(String, (Exploration) -> Bool)] = [
            ("without faults", { $0.faults.isEmpty }),
            ("with Retry-After", { $0.faults.contains { $0.effect.isPolite } }),
            ("killed", { $0.interruptions.contains { $0.isKill } }),
            ("without power", { $0.interruptions.contains { $0.isPowerCut } }),
            ("suspended", { $0.interruptions.contains { $0.isSuspend } }),
            ("without space", { $0.interruptions.contains { $0.isDiskFull } }),
            ("changed", { $0.interruptions.contains(.newPresentation) }),
            ("over loss", { $0.link.down.loss != .none }),
            ("over outages", { !$0.link.outages.isEmpty }),
            ("over steps", { !$0.link.steps.isEmpty }),
            ("one at a time", { $0.parallelRequests == 1 }),
            ("stream by stream", { $0.order == .byStream }),
            ("played", { $0.playback?.mode == .withDownload }),
            ("played afterwards", { $0.playback?.mode == .after }),
            ("only played", { $0.playback?.mode == .only }),
            ("sought in", { $0.playback?.person.contains { $0.event.isSeek } == true }),
            ("played undisturbed", { $0.playback != nil && $0.link == $0.link.calm }),
        ]
        for (name, isMeant) in kinds { #expect(share(isMeant) > 0.02, "\(name)") }
    }

    @Test func `waits for what never comes, and says so`() throws {
        var exploration = Exploration(seed: 1, asset: Exploration(seed: 1).asset, link: .plain)
        exploration.interruptions = [.suspend(at: .milliseconds(50), for: Exploration.forEver)]
        let outcome = try exploration.play()
        #expect(outcome.end == .waiting)
        #expect(outcome.reason == "suspended")
        #expect(outcome.violations.isEmpty)
    }

    @Test func `goes on when there is space again`() throws {
        var exploration = Exploration(seed: 1, asset: Exploration(seed: 1).asset, link: .plain)
        exploration.waitsForSpace = true
        for start in stride(from: 0, to: 400, by: 20) {
            exploration.interruptions = [
                .diskFull(at: .milliseconds(start), for: .seconds(12))
            ]
            let outcome = try exploration.play()
            #expect(outcome.end == .completed, "full at \(start) ms: \(outcome.reason)")
            #expect(outcome.violations.isEmpty, "full at \(start) ms: \(outcome.violations)")
        }
    }

    @Test func `goes on with another token when the first has expired`() throws {
        var exploration = Exploration(seed: 1, asset: Exploration(seed: 1).asset, link: .plain)
        exploration.faults = [
            Fault(match: .init(kind: .segment, segment: 1), effect: .status(403), times: 1)
        ]
        let outcome = try exploration.play()
        #expect(outcome.end == .completed)
        #expect(outcome.runs == 2)
        #expect(outcome.violations.isEmpty)
    }
}

extension PlayerEvent {
    fileprivate var isSeek: Bool {
        if case .sought = self { true } else { false }
    }
}

extension FaultEffect {
    fileprivate var isPolite: Bool {
        if case .status(_, retryAfter: .some) = self { true } else { false }
    }
}

extension Exploration.Interruption {
    fileprivate var isKill: Bool {
        if case .kill = self { true } else { false }
    }

    fileprivate var isPowerCut: Bool {
        if case .powerCut = self { true } else { false }
    }

    fileprivate var isSuspend: Bool {
        if case .suspend = self { true } else { false }
    }

    fileprivate var isDiskFull: Bool {
        if case .diskFull = self { true } else { false }
    }
}
