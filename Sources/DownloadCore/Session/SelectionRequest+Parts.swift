package import HLSPlaylist

// The media selections of a request, one by one: each is reported when it is complete.
extension SelectionRequest {
    /// Media selections that a request may have.
    package static let maximumMediaSelections = 256

    /// Those of the primary content, then those of the auxiliary contents; a content that names
    /// none has the automatic one.
    package var mediaSelections: [MediaSelection] {
        places.map(\.selection)
    }

    /// For each of the ``mediaSelections``, the URIs of the media playlists that it needs.
    /// - Throws: ``SelectionError`` when the playlist has nothing to select.
    package func mediaPlaylists(
        in playlist: MultivariantPlaylist
    ) throws(SelectionError) -> [[String]] {
        var uris: [[String]] = []
        for place in places {
            var alone = configuration
            if place.content == 0 {
                alone.primary.mediaSelections = [place.selection]
            } else {
                alone.auxiliary[place.content - 1].mediaSelections = [place.selection]
            }
            let resolved = try Selection.resolve(
                playlist, alone, capabilities: capabilities, preferences: preferences)
            let content = resolved.contents[place.content]
            uris.append([content.variant.uri] + content.renditions.compactMap(\.uri))
        }
        return uris
    }

    private var places: [(content: Int, selection: MediaSelection)] {
        ([configuration.primary] + configuration.auxiliary).enumerated().flatMap { index, content in
            (content.mediaSelections.isEmpty ? [.automatic] : content.mediaSelections)
                .map { (index, $0) }
        }
    }
}
