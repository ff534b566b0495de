internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios

extension Exploration {
    /// Draws a playback. A third of them has nothing else happen to it, over a link without chance: there
    /// a player has no excuse.
    mutating func drawPlayback(_ random: inout StableRandom) {
        var playback = Playback(
            random.pick([.withDownload, .withDownload, .withDownload, .after, .only]),
            rule: drawnRule(&random))
        if random.oneIn(3) {
            faults = []
            interruptions = []
            link = link.calm
            if random.oneIn(2) {
                // Near enough for a player to have what it needs.
                link.down.delay = .milliseconds(random.index(below: 10))
                link.up.delay = .milliseconds(random.index(below: 10))
            }
        } else {
            if random.oneIn(4) {
                playback.start = .milliseconds(
                    random.index(below: Int(asset.duration / .milliseconds(1))))
            }
            if random.oneIn(2) { playback.person = drawnPerson(&random) }
        }
        self.playback = playback
    }

    private func drawnRule(_ random: inout StableRandom) -> String {
        let fixed = "fixed:\(random.index(below: asset.variants.count))"
        let names = RuleCatalog.playable.filter { $0 != "fixed:N" }
        return random.oneIn(4) ? fixed : random.pick(names)
    }

    /// What a person does, who lets it play in the end.
    private func drawnPerson(_ random: inout StableRandom) -> [World.Playback.Act] {
        let length = Int(asset.duration / .milliseconds(1))
        let acts = (0...random.index(below: 4)).map { _ in
            World.Playback.Act(
                at: .milliseconds(random.index(below: 2 * length)),
                random.pick([
                    .sought(.milliseconds(random.index(below: length))), .paused, .resumed,
                    .rateChanged(PlaybackRate(thousandths: 500 + random.index(below: 1_500))),
                ]))
        }
        return acts + [World.Playback.Act(at: .milliseconds(2 * length), .resumed)]
    }
}

extension LinkProfile {
    /// The same rates and delays, and nothing left to chance.
    var calm: LinkProfile {
        LinkProfile(
            id: id, name: name, down: LinkDirection(rate: down.rate, delay: down.delay),
            up: LinkDirection(rate: up.rate, delay: up.delay))
    }

    /// Nothing is left to chance and nothing changes.
    var isCalm: Bool { self == calm }

    /// The same with queues that never overflow.
    var roomy: LinkProfile {
        var roomy = self
        roomy.down.queue.room = .packets(LinkQueue.maximumPackets)
        roomy.up.queue.room = .packets(LinkQueue.maximumPackets)
        return roomy
    }

    /// The same with so many times the rate, in both directions.
    func widened(by factor: Int) -> LinkProfile {
        var wide = self
        wide.down.rate = down.rate.widened(by: factor)
        wide.up.rate = up.rate.widened(by: factor)
        return wide
    }
}

extension LinkRate {
    fileprivate func widened(by factor: Int) -> LinkRate {
        guard case .bitsPerSecond(let rate) = self else { return self }
        return .bitsPerSecond(rate * factor)
    }
}
