internal import PlaybackCore

/// What a report tells of a playback, as its file has it.
struct ReportedPlayback: Sendable {
    /// When the person asked to play, since the download's start.
    var requestedAt: Duration
    var played: PlayedSequence
    /// It was played to the end.
    var hasEnded: Bool
}

extension ReportedPlayback {
    /// - Throws: ``LabError`` when the file tells of what cannot be.
    init(_ file: PlaybackFile) throws(LabError) {
        requestedAt = try PlaybackFile.time(file.requestedAt ?? 0)
        played = try file.sequence()
        hasEnded = file.state == "ended"
    }
}
