internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import Scenarios

/// Makes an ``Exploration`` that breaks a rule simpler, as long as it still breaks it: fewest faults
/// and interruptions, shortest asset, simplest link. Greedy, as delta debugging is (Zeller and
/// Hildebrandt: "Simplifying and Isolating Failure-Inducing Input", IEEE TSE 28/2, 2002): the first
/// simpler one that still fails is taken, until none does.
package struct ExplorationShrinker: Sendable {
    /// The rule that has to stay broken.
    package let rule: Violation.Rule
    private let tamper: WorldTamper?
    /// Explorations that were played.
    package private(set) var tries = 0

    /// More than these are not played: a failure is worth some seconds, not hours.
    package static let mostTries = 2_000

    /// - Parameter tamper: for tests of the rules.
    package init(_ rule: Violation.Rule, tamper: WorldTamper? = nil) {
        self.rule = rule
        self.tamper = tamper
    }

    /// The simplest exploration that is found; the given one when it does not break the rule.
    package mutating func shrink(_ exploration: Exploration) -> Exploration {
        var simplest = exploration
        while let simpler = simplest.simpler.first(where: { stillFails($0) }) { simplest = simpler }
        return simplest
    }

    private mutating func stillFails(_ exploration: Exploration) -> Bool {
        guard tries < Self.mostTries else { return false }
        tries += 1
        // What cannot be played fails in another way.
        guard let outcome = try? exploration.play(tamper: tamper) else { return false }
        return outcome.violations.contains { $0.rule == rule }
    }
}

extension Exploration {
    /// Explorations that are one step simpler, those that leave most away first.
    var simpler: [Exploration] {
        (withoutPlayback + withoutThings + withShorterAsset + withPlainerLink + withPlainerOptions
            + withLesserThings).filter { $0 != self }
    }

    private func changed(_ change: (inout Exploration) -> Void) -> Exploration {
        var copy = self
        change(&copy)
        return copy
    }

    private var withoutPlayback: [Exploration] {
        guard let playback else { return [] }
        return [
            changed { $0.playback = nil }, changed { $0.playback?.person = [] },
            changed { $0.playback?.start = .zero }, changed { $0.playback?.mode = .withDownload },
            changed { $0.playback?.rule = "fixed:0" },
        ]
            + playback.person.indices.map { place in
                changed { $0.playback?.person.remove(at: place) }
            }
    }

    private var withoutThings: [Exploration] {
        var list: [Exploration] = []
        if faults.count > 1 { list.append(changed { $0.faults = [] }) }
        if interruptions.count > 1 { list.append(changed { $0.interruptions = [] }) }
        list += faults.indices.map { place in changed { $0.faults.remove(at: place) } }
        list += interruptions.indices.map { place in
            changed { $0.interruptions.remove(at: place) }
        }
        return list
    }

    private var withShorterAsset: [Exploration] {
        var list: [Exploration] = []
        for count in [1, segmentCount / 2, segmentCount - 1] where 1..<segmentCount ~= count {
            list.append(changed { $0.asset.duration = asset.segmentDuration * count })
        }
        if asset.variants.count > 1 {
            list += asset.variants.indices.map { place in
                changed { $0.asset.variants.remove(at: place) }
            }
        }
        list.append(changed { $0.asset.pattern = .constant })
        if asset.segmentDuration > .seconds(1) {
            list.append(
                changed {
                    $0.asset.duration = .seconds(segmentCount)
                    $0.asset.segmentDuration = .seconds(1)
                })
        }
        for place in asset.variants.indices where asset.variants[place].bitsPerSecond > 8_000 {
            list.append(changed { $0.asset.variants[place].bitsPerSecond = 8_000 })
            list.append(changed { $0.asset.variants[place].bitsPerSecond /= 2 })
        }
        return list
    }

    private var withPlainerLink: [Exploration] {
        var list = [changed { $0.link = .plain }]
        for change in Self.linkChanges { list.append(changed { change(&$0.link) }) }
        return list
    }

    private static let linkChanges: [@Sendable (inout LinkProfile) -> Void] = [
        {
            $0.steps = []; $0.stepsRepeat = false
        }, { $0.outages = [] }, { $0.dnsDelay = nil },
        { $0.down.loss = .none }, { $0.up.loss = .none }, { $0.down.jitter = nil },
        { $0.up.jitter = nil }, { $0.down.duplicate = .never }, { $0.down.corrupt = .never },
        { $0.down.queue = LinkQueue() }, { $0.stepsRepeat = false },
        { $0.outages = $0.outages.map { LinkOutage(start: $0.start, length: $0.length) } },
        { $0.down.delay = .milliseconds(10) }, { $0.up.delay = .milliseconds(10) },
        { $0.down.rate = LinkProfile.plain.down.rate }, { $0.up.rate = LinkProfile.plain.up.rate },
    ]

    private var withPlainerOptions: [Exploration] {
        [
            changed { $0.requestsPerHost = nil }, changed { $0.parallelRequests = 1 },
            changed { $0.parallelRequests = min($0.parallelRequests, 2) },
            changed { $0.quality = .best },
            changed { $0.order = .byTime }, changed { $0.waitsForSpace = false },
            changed { $0.allowsMeteredNetwork = true }, changed { $0.seed = 1 },
            changed { $0.asset.seed = 1 },
        ]
    }

    /// Everything is still there, but less of it.
    private var withLesserThings: [Exploration] {
        var list: [Exploration] = []
        for (place, fault) in faults.enumerated() {
            if fault.times != 1 { list.append(changed { $0.faults[place].times = 1 }) }
            if let segment = fault.match.segment, segment > 1 {
                list.append(changed { $0.faults[place].match.segment = 1 })
            }
        }
        for place in interruptions.indices {
            switch interruptions[place] {
            case .kill(let count) where count > 1:
                list.append(changed { $0.interruptions[place] = .kill(afterCommands: count / 2) })
                list.append(changed { $0.interruptions[place] = .kill(afterCommands: count - 1) })
            case .powerCut(let count):
                list.append(changed { $0.interruptions[place] = .kill(afterCommands: count) })
            default: break
            }
        }
        return list
    }
}
