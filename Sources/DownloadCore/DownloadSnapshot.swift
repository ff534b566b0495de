/// What an earlier run of the same download left behind, read back from its journal and checked
/// against the files.
package struct DownloadSnapshot: Sendable, Hashable {
    /// A part of a stream, named so that it is found again when the playlists came from another
    /// host or under another token.
    package struct PartKey: Sendable, Hashable {
        /// ``Selection/Stream/identity``
        package var stream: String
        /// Place in ``StreamPlan/parts``.
        package var index: Int

        package init(stream: String, index: Int) {
            self.stream = stream
            self.index = index
        }
    }

    /// Bytes of a part that arrived before the end of the earlier run.
    package struct Partial: Sendable, Hashable {
        /// Bytes on disk that can be relied on, from the part's first byte on.
        package var byteCount: Int
        /// The strong entity tag of the representation they belong to.
        package var entityTag: String

        package init(byteCount: Int, entityTag: String) {
            self.byteCount = byteCount
            self.entityTag = entityTag
        }
    }

    /// URL that the download was begun with.
    package var url: String
    /// By ``PlaylistCopy/key``.
    package var playlists: [PlaylistCopy]
    package var stored: Set<PartKey>
    package var partials: [PartKey: Partial]
    /// Keys that are there, by ``KeyPlan/identity``.
    package var keys: Set<String>
    /// What the package was to hold when it was last planned.
    package var selection: Selection?
    /// Streams of still earlier downloads that were to go when that would be complete.
    package var superseded: [Selection.Stream]
    /// What servers asked for and is not over, from the beginning of the run that goes on.
    package var pauses: [ServerPause]

    package init(
        url: String, playlists: [PlaylistCopy] = [], stored: Set<PartKey> = [],
        partials: [PartKey: Partial] = [:], keys: Set<String> = [], selection: Selection? = nil,
        superseded: [Selection.Stream] = [], pauses: [ServerPause] = []
    ) {
        self.url = url
        self.playlists = playlists
        self.stored = stored
        self.partials = partials
        self.keys = keys
        self.selection = selection
        self.superseded = superseded
        self.pauses = pauses
    }

    func playlist(_ key: String) -> PlaylistCopy? {
        playlists.first { $0.key == key }
    }
}
