package import HLSPlaylist

/// What is to be downloaded, for whom, to be played where: all that decides a selection besides
/// the playlist. A value that is stored with its task.
package struct SelectionRequest: Sendable, Hashable, Codable {
    package var configuration: AssetDownloadConfiguration
    package var capabilities: DeviceCapabilities
    package var preferences: SelectionPreferences

    package init(
        _ configuration: AssetDownloadConfiguration,
        capabilities: DeviceCapabilities = .everything,
        preferences: SelectionPreferences = SelectionPreferences()
    ) {
        self.configuration = configuration
        self.capabilities = capabilities
        self.preferences = preferences
    }
}

extension DownloadOptions {
    /// What the options mean for a playlist: the ``request``, else the ``quality``.
    package func resolve(
        _ playlist: MultivariantPlaylist
    ) throws(SelectionError) -> ResolvedSelection {
        guard let request else { return try Selection.resolve(playlist, quality) }
        return try Selection.resolve(
            playlist, request.configuration, capabilities: request.capabilities,
            preferences: request.preferences)
    }
}
