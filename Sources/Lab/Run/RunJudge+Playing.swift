internal import DownloadCore
internal import Scenarios

// What is expected of every playback.
extension RunJudge {
    /// The playback was over, for good or bad, and nothing else was to be had.
    func isOnlyPlayed(_ outcome: DownloadOutcome, _ playback: RunSummary.Playback?) -> Bool {
        scenario.playback.mode == .only && outcome == .cancelled
            && ["ended", "failed"].contains(playback?.state)
    }

    func standing(
        _ playback: RunSummary.Playback?, _ download: RunSummary.Download, _ facts: Facts
    ) -> [JudgedExpectation] {
        guard let playback else { return [] }
        let common = [
            Self.player(playback), Self.once(playback), account(playback, download, facts),
        ]
        if case .error = scenario.ending { return common }
        return [Self.played(playback)] + common
    }

    private static func played(_ playback: RunSummary.Playback) -> JudgedExpectation {
        JudgedExpectation(
            name: "played", pass: playback.state == "ended",
            detail: "the playback \(playback.state)\(playback.error.map { ": \($0)" } ?? "") after "
                + Figures.seconds(playback.secondsWatched))
    }

    private static func player(_ playback: RunSummary.Playback) -> JudgedExpectation {
        JudgedExpectation(
            name: "player", pass: playback.faults.isEmpty,
            detail: playback.faults.first ?? "the player read only what was stored")
    }

    private static func once(_ playback: RunSummary.Playback) -> JudgedExpectation {
        JudgedExpectation(
            name: "once", pass: playback.bytes.fetchedTwice == 0,
            detail: "\(playback.bytes.fetchedTwice) B at the requested quality came twice")
    }

    /// What the engine says became of its bytes is what its log has, what the origin sent, and what the
    /// disk lacks. Bytes of playlists and keys that had to be asked for again are in no account.
    private func account(
        _ playback: RunSummary.Playback, _ download: RunSummary.Download, _ facts: Facts
    ) -> JudgedExpectation {
        let bytes = playback.bytes
        let fetched = bytes.player + bytes.download
        let wasted = bytes.replaced + bytes.lost + bytes.fetchedTwice
        let isWasteKnown =
            facts.goesOn || scenario.playback.mode == .only || download.state != "completed"
            || (facts.retries == 0
                ? download.wasteBytes == wasted : download.wasteBytes >= wasted)
        return JudgedExpectation(
            name: "account",
            pass: bytes.logged == bytes.player && facts.mediaBytesSent >= fetched && isWasteKnown,
            detail: "\(fetched) B of media came and \(wasted) B were replaced or lost; the log has "
                + "\(bytes.logged) B of \(bytes.player) B, the origin sent "
                + "\(facts.mediaBytesSent) B, \(download.wasteBytes) B are wasted")
    }
}
