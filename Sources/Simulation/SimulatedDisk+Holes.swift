internal import DownloadCore
internal import HLSPlaylist
package import Scenarios

extension SimulatedDisk {
    /// The first part of the requested streams that is not stored with exactly the bytes that the
    /// origin holds for it; nil when there is none. In words.
    ///
    /// Reads the origin's catalog, not the engine's plan: that one says only in which order the
    /// parts of a stream lie on disk.
    package func firstHole(
        of requested: RequestedQuality, in catalog: AssetCatalog, _ resources: [OriginResource]
    ) -> String? {
        for id in requested.streams {
            guard let stream = catalog.stream(id) else { return "\(id) is not in the catalog" }
            guard
                let plan = plans.first(where: {
                    World.path(of: $0.playlistURL) == "/" + stream.playlist
                })
            else { return "\(id) is not on disk" }
            let expected = (stream.initSection.map { [$0] } ?? []) + stream.segments
            let indices = plan.parts.indices.filter { plan.parts[$0].kind != .gap }
            guard indices.count == expected.count else {
                return "\(id) has \(indices.count) parts in place of \(expected.count)"
            }
            for (place, (index, part)) in zip(indices, expected).enumerated() {
                let tag = resources.first { $0.path == "/" + part.path }?.entityTag
                let source = Piece.Source.resource(path: "/" + part.path, entityTag: tag)
                let found = parts[Key(streamURI: plan.stream.uri, index: index)]
                guard let found, found.isStored else { return "part \(place) of \(id) is missing" }
                guard found.pieces == [Piece(source: source, range: part.range)] else {
                    return "part \(place) of \(id) is corrupt: \(found.pieces)"
                }
            }
        }
        return nil
    }
}
