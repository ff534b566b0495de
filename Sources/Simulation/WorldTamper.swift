package import DownloadCore
package import OfflinePlayback
package import PlaybackCore

/// What stands between a ``World`` and its machine in a test that wants to see a rule broken.
package struct WorldTamper: Sendable {
    /// What the machine is told in place of what happened.
    package var event: @Sendable (DownloadEvent) -> DownloadEvent
    /// What is performed in place of what the machine wants.
    package var commands: @Sendable ([DownloadCommand]) -> [DownloadCommand]
    /// The same of a player's.
    package var playerCommands: @Sendable ([PlayerCommand]) -> [PlayerCommand]
    /// What is told of a playback in place of what it was.
    package var playback: @Sendable (PlaybackHistory) -> PlaybackHistory

    package init(
        event: @escaping @Sendable (DownloadEvent) -> DownloadEvent = { $0 },
        commands: @escaping @Sendable ([DownloadCommand]) -> [DownloadCommand] = { $0 },
        playerCommands: @escaping @Sendable ([PlayerCommand]) -> [PlayerCommand] = { $0 },
        playback: @escaping @Sendable (PlaybackHistory) -> PlaybackHistory = { $0 }
    ) {
        self.event = event
        self.commands = commands
        self.playerCommands = playerCommands
        self.playback = playback
    }
}
