internal import DownloadCore
package import Scenarios

extension SimulatedDisk {
    /// What a judge finds on this disk: the same as in a real package, with the identity of a part's
    /// bytes in place of their digest. To be judged against ``Scenarios/AssetCatalog/identified(by:)``.
    ///
    /// Streams are told by the path of their media playlist; the engine's plan says only in which
    /// order the parts of a stream lie on disk.
    package func evidence(for catalog: AssetCatalog) -> PackageEvidence {
        var evidence = PackageEvidence()
        for plan in plans {
            let path = World.path(of: plan.playlistURL)
            guard let stream = catalog.streams.first(where: { "/" + $0.playlist == path }) else {
                evidence.playlistFaults.append("\(path) is no playlist of the asset")
                continue
            }
            var found = PackageEvidence.Stream(segments: [])
            for (index, part) in plan.parts.enumerated() {
                let stored = self.evidence(for: Key(stream: plan.stream.identity, index: index))
                switch part.kind {
                case .initSection: found.initSection = found.initSection ?? stored
                case .segment, .gap: found.segments.append(stored)
                }
            }
            evidence.streams[stream.id] = found
        }
        for part in parts.values where part.isStored {
            guard let words = part.attestation?.words else { continue }
            evidence.attestations[words, default: 0] += 1
        }
        evidence.keptBytes =
            playlists.reduce(0) { $0 + $1.bytes.count } + keys.values.reduce(0, +)
        if !isSealed { evidence.playlistFaults.append("the package was never sealed") }
        return evidence
    }

    private func evidence(for key: Key) -> PackageEvidence.Part? {
        guard let part = parts[key], part.isStored else { return nil }
        return PackageEvidence.Part(
            path: "\(key.stream) \(key.index)", length: part.written,
            sha256: part.pieces.map(\.identity).joined(separator: ", "))
    }
}

extension SimulatedDisk.Piece {
    /// File, range and version of the bytes: as good as a digest, since no two files of an origin
    /// have one path and one entity tag.
    var identity: String {
        switch source {
        case .resource(let path, let tag):
            "\(path) \(range.lowerBound)-\(range.upperBound) \(tag ?? "untagged")"
        case .damaged(let path, _, let flips):
            "\(path) \(range.lowerBound)-\(range.upperBound) flipped at \(flips)"
        case .foreign: "foreign"
        }
    }
}

extension AssetCatalog {
    /// The catalog with the identity of every part's bytes in place of its digest.
    package func identified(by resources: [OriginResource]) -> AssetCatalog {
        var tags: [String: String] = [:]
        for resource in resources { tags[resource.path] = resource.entityTag }
        func identified(_ part: Part) -> Part {
            var part = part
            let path = "/" + part.path
            part.sha256 =
                SimulatedDisk.Piece(
                    source: .resource(path: path, entityTag: tags[path]), range: part.range
                ).identity
            return part
        }
        var catalog = self
        for index in catalog.streams.indices {
            catalog.streams[index].initSection = streams[index].initSection.map(identified)
            catalog.streams[index].segments = streams[index].segments.map(identified)
        }
        return catalog
    }
}
