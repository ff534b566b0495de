internal import DownloadCore
internal import OfflinePlayback
internal import PlaybackCore
package import Scenarios

extension RunSummary {
    /// What a person had of a playback, as the reference defines the figures: see
    /// ``PlaybackCore/QualityOfExperience``.
    package struct Playback: Sendable, Hashable, Codable {
        package var mode: Scenario.Playback.Mode
        package var rule: String
        /// `ended`, `stopped`, `failed`, or what it was at when the run was over; `never begun`.
        package var state: String
        /// Why it failed; nil when it did not.
        package var error: String?
        /// From the request to play to the first frame; nil when none came.
        package var startupSeconds: Double?
        package var stalls: Int
        package var stallSeconds: Double
        package var switches: Int
        package var switchesUp: Int
        /// In bit/s: of the bytes played, and as the variants declare their peaks. Nil when nothing
        /// played.
        package var averageBitrate: Int?
        package var indicatedBitrate: Int?
        /// Media time that was played.
        package var secondsWatched: Double
        /// QoE_lin with the start as a stall (Pensieve): Mbit/s a segment, 4.3 a second of stall.
        package var qoeLin: Double
        package var levels: [Level]
        package var bytes: Bytes
        /// What a player must not do and did.
        package var faults: [String]

        package struct Level: Sendable, Hashable, Codable {
            /// BANDWIDTH, in bit/s.
            package var bitrate: Int
            package var seconds: Double
        }

        /// What became of the bytes of this run, see ``DownloadCore/ByteAccount``.
        package struct Bytes: Sendable, Hashable, Codable {
            /// Body bytes that arrived for the player, and for the download.
            package var player: Int
            package var download: Int
            /// In the package.
            package var kept: Int
            /// Of variants that the package does not hold, their playlists included.
            package var replaced: Int
            /// Of those: of segments that the player gave up.
            package var abandoned: Int
            /// Of parts of the package that had to come again.
            package var lost: Int
            /// At the requested quality, and stored already.
            package var fetchedTwice: Int
            /// Fetched for the player by its own log, which tells of segments and not of playlists.
            package var logged: Int
            /// Fetched and never played.
            package var notPlayed: Int
        }
    }
}

extension RunSummary.Playback {
    /// - Parameters:
    ///   - history: of a run over sockets or in virtual time.
    ///   - segmentDuration: as Sabre's score counts segments.
    init(_ history: PlaybackHistory, of playback: Scenario.Playback, segmentDuration: Duration) {
        let quality = history.quality(segmentDuration: segmentDuration)
        let account = history.account
        self.init(
            mode: playback.mode, rule: playback.rule,
            state: history.state?.name ?? "never begun", error: history.state?.reason,
            startupSeconds: quality.startupDelay, stalls: quality.stallCount,
            stallSeconds: quality.stallSeconds, switches: quality.switches.count,
            switchesUp: quality.switches.up, averageBitrate: quality.averageBitrate.map(Self.bits),
            indicatedBitrate: quality.averageBitrateIndicated.map(Self.bits),
            secondsWatched: quality.secondsPlayed, qoeLin: quality.linear.whole,
            levels: zip(history.bitrates, quality.secondsAtLevel).map {
                Level(bitrate: Self.bits($0), seconds: $1)
            },
            bytes: Bytes(
                player: account.fetchedForPlayer, download: account.fetchedForDownload,
                kept: account.kept, replaced: account.replaced, abandoned: account.abandoned,
                lost: account.lost, fetchedTwice: account.fetchedTwice,
                logged: history.log.access.reduce(0) { $0 + $1.bytes },
                notPlayed: quality.downloadedNotPlayed), faults: history.faults)
    }

    /// Whole bit/s of kbit/s.
    private static func bits(_ kilobits: Double) -> Int { Int((kilobits * 1_000).rounded()) }

    /// Two lines for a person.
    var lines: [String] {
        let start = startupSeconds.map { "starts after \(Figures.seconds($0))" } ?? "never starts"
        let stalls =
            stalls == 0
            ? "no stall"
            : "\(stalls) \(stalls == 1 ? "stall" : "stalls") of \(Figures.seconds(stallSeconds))"
        let switches = "\(switches) \(switches == 1 ? "switch" : "switches")"
        let rate = averageBitrate.map { ", \(Figures.rate(Double($0)))" } ?? ""
        return [
            "\(rule) (\(mode.rawValue)), \(state)\(error.map { ": \($0)" } ?? ""): \(start), "
                + "\(stalls), \(switches), \(Figures.seconds(secondsWatched)) watched\(rate)",
            bytes.words(of: mode),
        ]
    }
}

extension RunSummary.Playback.Bytes {
    fileprivate func words(of mode: Scenario.Playback.Mode) -> String {
        guard mode != .only else {
            return "\(Figures.bytes(player)) for the player, \(Figures.bytes(notPlayed)) not played"
        }
        return
            "\(Figures.bytes(player)) for the player first, \(Figures.bytes(download)) for the download; "
            + "\(Figures.bytes(kept)) kept, \(Figures.bytes(replaced)) replaced, "
            + "\(Figures.bytes(fetchedTwice)) twice"
    }
}

extension PlaybackState {
    fileprivate var name: String {
        if case .failed = self { "failed" } else { "\(self)" }
    }

    fileprivate var reason: String? {
        if case .failed(let reason) = self { reason } else { nil }
    }
}
