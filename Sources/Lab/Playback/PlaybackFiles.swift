internal import Foundation
package import OfflinePlayback
package import PlaybackCore

/// What a playback leaves in a run folder: `playback.json`, `access.log` and `error.log`.
package enum PlaybackFiles {
    /// Writes the three.
    /// - Parameters:
    ///   - circumstances: what the logs say besides; without a beginning they have no dates.
    ///   - knowledge: what only a laboratory knows, for `hlslab qoe`.
    /// - Throws: when the folder cannot be written.
    package static func write(
        _ history: PlaybackHistory, to folder: RunFolder,
        _ circumstances: PlaybackLog.Circumstances = PlaybackLog.Circumstances(),
        knowing knowledge: LinkKnowledge = LinkKnowledge()
    ) throws(LabError) {
        let file = PlaybackFile(
            history.played, requestedAt: history.requestedAt,
            state: history.state.map(Self.word), levels: history.levels, knowing: knowledge)
        try folder.write(try file.json(), to: folder.playback)
        let access = history.log.accessLog(circumstances)
        try folder.write(Data(access.extendedLogText().utf8), to: folder.accessLog)
        let errors = history.log.errorLog(circumstances)
        try folder.write(Data(errors.extendedLogText().utf8), to: folder.errorLog)
    }

    private static func word(_ state: PlaybackState) -> String {
        switch state {
        case .idle: "idle"
        case .waiting: "waiting"
        case .playing: "playing"
        case .paused: "paused"
        case .stalled: "stalled"
        case .ended: "ended"
        case .stopped: "stopped"
        case .failed: "failed"
        }
    }
}
