internal import DownloadCore
internal import LinkModel
internal import OfflinePlayback
internal import PlaybackCore
internal import Scenarios

// The rules of a playback.
extension ExplorationPlay {
    mutating func judge(
        _ playback: PlaybackHistory, _ history: WorldHistory, _ audit: RunAudit
    ) {
        if let fault = playback.faults.first { add(.unstoredRead, fault) }
        if playback.account.fetchedTwice > 0 {
            add(
                .fetchedTwice, "\(playback.account.fetchedTwice) bytes that were durable came again"
            )
        }
        judgeAccount(playback, history, audit)
        judgeEnd(playback, history)
        guard playback.state == .ended, outcome.runs == 1, exploration.isWatchedThrough
        else { return }
        judgeBound(playback)
        guard exploration.hasNoExcuse else { return }
        judgeStalls(playback)
        judgeBandwidth(playback)
    }

    private mutating func add(_ rule: Violation.Rule, _ detail: String) {
        outcome.violations.append(Violation(rule, detail))
    }

    private mutating func judgeAccount(
        _ playback: PlaybackHistory, _ history: WorldHistory, _ audit: RunAudit
    ) {
        let account = playback.account
        let logged = playback.log.access.reduce(0) { $0 + $1.bytes }
        // A request that is open is in no log.
        if playback.isOver, logged != account.fetchedForPlayer {
            add(.account, "the log has \(logged) B, the account \(account.fetchedForPlayer) B")
        }
        if account.fetched != history.partBytes {
            add(.account, "the account has \(account.fetched) B, \(history.partBytes) B came")
        }
        let delivered = history.mediaBytesSent
        let isExact =
            history.outcome == .completed && exploration.faults.isEmpty && !audit.leftEarly
        if account.fetched > delivered || isExact && account.fetched != delivered {
            add(.account, "the account has \(account.fetched) B, the origin sent \(delivered) B")
        }
    }

    private mutating func judgeEnd(_ playback: PlaybackHistory, _ history: WorldHistory) {
        guard history.outcome == .completed, !history.wasStopped,
            exploration.playback?.endsPaused == false, playback.state != .ended
        else { return }
        let state = playback.state.map { "\($0)" } ?? "never begun"
        add(.unplayed, "it is complete, and the playback is \(state)")
    }

    private mutating func judgeBound(_ playback: PlaybackHistory) {
        guard exploration.playback?.mode != .after, !exploration.changesOrigin,
            let bound = LinkCeiling(exploration.link)?.bound(of: origin.catalog)
        else { return }
        let quality = playback.quality(segmentDuration: exploration.asset.segmentDuration)
        let reached = quality.linear.whole
        if reached > bound + Self.slack {
            add(.bound, "QoE_lin is \(reached), which the link bounds to \(bound)")
        }
    }

    /// Rounding, in Mbit/s.
    private static let slack = 1e-9

    private mutating func judgeStalls(_ playback: PlaybackHistory) {
        // What is stored and read at the last moment was no matter of the link.
        guard hasRoom,
            let stall = playback.played.stalls.first(where: { $0.duration > World.readTime })
        else { return }
        add(
            .stall,
            "it stalls for \(stall.duration) at \(stall.mediaTime) over \(exploration.link.down.rate)"
        )
    }

    /// No head of an answer with a segment is longer, in bytes.
    private static let longestHead = 400

    /// The link carries the largest segment, its frames and its head, in 1 / 1.2 of the time that it
    /// plays; what a request waits for its first byte, and a frame of another in front of it, are a
    /// hundredth of that time at most; and acknowledgements do not wait.
    private var hasRoom: Bool {
        let segments = origin.catalog.streams.flatMap(\.segments)
        let largest = (segments.map(\.length).max() ?? 0) + Self.longestHead
        let link = exploration.link
        let time = exploration.asset.segmentDuration
        let down = link.down.rate.serialization(ofPayload: largest)
        let up = link.up.rate.serialization(ofPayload: largest)
        return down * 12 <= time * 10 && up <= time * 10
            && link.roundTripTime * 100 <= time
            && link.down.rate.serialization(ofPayload: Framing.segmentPayload) * 100 <= time
    }

    private mutating func judgeBandwidth(_ playback: PlaybackHistory) {
        let link = exploration.link
        guard exploration.playback?.rule.hasPrefix("fixed:") == true,
            stalled(over: link.widened(by: 2)).map({ $0 > playback.played.stalled }) == true,
            // A faster link lets TCP's window grow faster, until a burst is more than the queue holds:
            // what is lost then costs round trips, and is no matter of the player. With room for all of
            // it there is no such reason.
            let narrow = stalled(over: link.roomy),
            let wide = stalled(over: link.roomy.widened(by: 2)), wide > narrow
        else { return }
        add(
            .bandwidth,
            "it stalls for \(narrow), with twice the bandwidth for \(wide), where no queue overflows"
        )
    }
}

extension Exploration {
    /// It is played once from its beginning to its end at its own speed.
    fileprivate var isWatchedThrough: Bool {
        guard let playback else { return false }
        return playback.person.isEmpty && playback.start == .zero
    }

    /// Nothing goes wrong but what the engine does wrong.
    fileprivate var hasNoExcuse: Bool {
        link.isCalm && faults.isEmpty && interruptions.isEmpty
    }

}

extension WorldHistory {
    /// Bytes of parts that no package keeps.
    var guestPartBytes: Int {
        playback.map { $0.account.replaced - $0.account.guestPlaylists } ?? 0
    }
}

extension SimulatedDisk {
    /// Whether a stream is none of the selection's, of which a player had something.
    func isGuest(_ stream: String) -> Bool {
        guard let selection else { return false }
        return !selection.streams.contains { $0.identity == stream }
    }
}
