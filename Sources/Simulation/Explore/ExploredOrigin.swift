internal import Scenarios

/// An origin of an ``Exploration``: one version of its presentation.
struct ExploredOrigin: Sendable {
    let asset: SyntheticAsset
    /// With the identity of every part's bytes in place of its digest.
    let catalog: AssetCatalog
    private let resources: [OriginResource]

    init(_ description: SyntheticDescription) throws(SyntheticDescriptionError) {
        asset = try SyntheticAsset(description)
        resources = asset.resources
        catalog = asset.catalog.identified(by: resources)
    }

    func script(_ faults: [Fault]) -> OriginScript {
        OriginScript(catalog: asset.catalog, resources: resources, faults: faults)
    }

    var playlists: World.Playlists {
        let asset = asset
        return { path in
            let path = String(path.dropFirst())
            return asset.length(of: path).flatMap { asset.bytes(of: path, range: 0..<$0) }
        }
    }
}

extension SyntheticDescription {
    /// The same names with other bytes.
    var nextVersion: SyntheticDescription {
        var next = self
        next.seed &+= 1
        return next
    }

    /// Other segments, too.
    var nextPresentation: SyntheticDescription {
        var next = nextVersion
        next.duration += segmentDuration
        return next
    }
}
