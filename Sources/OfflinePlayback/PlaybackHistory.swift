package import DownloadCore
package import PlaybackCore

/// What came of a playback beside a download or after it.
package struct PlaybackHistory: Sendable, Codable {
    /// How it ended; nil when it never began.
    package var state: PlaybackState?
    /// When the person asked to play, since the download's start.
    package var requestedAt: Duration
    package var played: PlayedSequence
    package var log: PlaybackLog
    /// What became of the bytes that both fetched.
    package var account: ByteAccount
    /// Peak rates of the levels, in kbit/s.
    package var bitrates: [Double]
    /// What the player chose from, rising; empty before there was one.
    package var levels: [PlayerPresentation.Level]
    /// What a player must not do and did; in words.
    package var faults: [String]

    /// - Parameter faults: what its driver saw it do that it must not.
    package init(_ playing: PlayingDownload, faults: [String]) {
        state = playing.player?.state
        requestedAt = playing.requestedAt
        played = playing.player?.played ?? PlayedSequence()
        log = playing.player?.log ?? PlaybackLog()
        account = playing.download.account
        bitrates = playing.bitRates.map { Double($0) / 1_000 }
        levels = playing.presentation?.levels ?? []
        self.faults = faults
    }

    /// Nothing will come of it any more.
    package var isOver: Bool { state?.isOver ?? false }

    /// - Parameter segmentDuration: as Sabre's score counts them.
    package func quality(segmentDuration: Duration) -> QualityOfExperience {
        QualityOfExperience(of: played, bitrates: bitrates, segmentDuration: segmentDuration)
    }
}
