package import DownloadCore

/// What stands between a ``World`` and its machine in a test that wants to see a rule broken.
package struct WorldTamper: Sendable {
    /// What the machine is told in place of what happened.
    package var event: @Sendable (DownloadEvent) -> DownloadEvent
    /// What is performed in place of what the machine wants.
    package var commands: @Sendable ([DownloadCommand]) -> [DownloadCommand]

    package init(
        event: @escaping @Sendable (DownloadEvent) -> DownloadEvent = { $0 },
        commands: @escaping @Sendable ([DownloadCommand]) -> [DownloadCommand] = { $0 }
    ) {
        self.event = event
        self.commands = commands
    }
}
