extension OriginResource {
    /// What only who has the bytes of a file knows of it.
    package struct FileFacts: Sendable, Hashable {
        package var entityTag: String
        package var lastModified: Int
        package var length: Int
        package var gzipLength: Int?

        package init(entityTag: String, lastModified: Int, length: Int, gzipLength: Int? = nil) {
            self.entityTag = entityTag
            self.lastModified = lastModified
            self.length = length
            self.gzipLength = gzipLength
        }
    }

    /// The resources of an asset, one per file that its catalog names, in the order in which the
    /// catalog names them first.
    ///
    /// - Parameter facts: called once per file with its path relative to the asset's root and
    ///   whether it is a playlist.
    package static func all<Failure: Error>(
        of catalog: AssetCatalog,
        facts: (_ path: String, _ isPlaylist: Bool) throws(Failure) -> FileFacts
    ) throws(Failure) -> [OriginResource] {
        var order: [String] = []
        var uses: [String: [Use]] = [:]
        for (path, use) in catalog.uses {
            if uses[path] == nil { order.append(path) }
            uses[path, default: []].append(use)
        }
        var resources: [OriginResource] = []
        for path in order {
            guard let users = uses[path], let first = users.first else { continue }
            let facts = try facts(path, first.part.isPlaylist)
            resources.append(
                OriginResource(
                    path: "/" + path,
                    contentType: ContentType.of(path: path, kind: first.kind),
                    entityTag: facts.entityTag, lastModified: facts.lastModified,
                    length: facts.length, gzipLength: facts.gzipLength,
                    holdings: users.map {
                        .init(part: $0.part, range: $0.range ?? 0..<facts.length)
                    }))
        }
        return resources
    }
}

/// One part of an asset in one of its files.
private struct Use {
    var part: OriginPart
    /// nil for a playlist and a key, whose length the catalog does not hold.
    var range: Range<Int>?
    var kind: AssetCatalog.Stream.Kind?
}

extension AssetCatalog {
    /// Every part and the file it lies in. I-frame streams come last: their segments lie in files
    /// of other streams, whose parts have the better right to them.
    fileprivate var uses: [(String, Use)] {
        var uses = [(multivariantPlaylist, Use(part: .multivariantPlaylist))]
        let iframes = streams.filter { $0.kind == .iframes }
        for stream in streams.filter({ $0.kind != .iframes }) + iframes {
            uses.append(
                (stream.playlist, Use(part: .mediaPlaylist(stream: stream.id), kind: stream.kind)))
            if let part = stream.initSection {
                let use = Use(
                    part: .initSection(stream: stream.id), range: part.range, kind: stream.kind)
                uses.append((part.path, use))
            }
            for (index, part) in stream.segments.enumerated() {
                let use = Use(
                    part: .segment(stream: stream.id, index: index), range: part.range,
                    kind: stream.kind)
                uses.append((part.path, use))
            }
        }
        for key in keys ?? [] {
            guard let path = key.path else { continue }
            uses.append((path, Use(part: .key(id: key.id))))
        }
        return uses
    }
}

extension AssetCatalog.Part {
    /// The bytes of the part in its file.
    package var range: Range<Int> {
        offset..<offset + length
    }
}
