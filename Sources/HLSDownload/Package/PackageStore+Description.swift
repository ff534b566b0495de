internal import DownloadCore
internal import Foundation
internal import HLSPlaylist

// What makes the folder a package: playlists for players, manifest and XML for readers.
extension PackageStore {
    /// Writes the playlists of a complete package and everything that describes it.
    func seal() throws(StoreFailure) {
        guard let selection else { return }
        let streams = plans.indices.map(localStream)
        var texts = streams.map {
            (path: "\($0.folder)/\(LocalPlaylists.name)", text: LocalPlaylists.media($0))
        }
        texts.append(
            (PackageLayout.multivariantPlaylist, LocalPlaylists.multivariant(selection, streams)))
        try write(texts + description())
    }

    /// Writes manifest and XML for what is there, complete or not.
    func describe() throws(StoreFailure) {
        if plans.isEmpty, DurableFolder.size(of: layout.absolute(PackageLayout.manifest)) != nil {
            // This run came to no plan; what an earlier one wrote about the package still holds.
            return
        }
        try write(description())
    }

    private func description() throws(StoreFailure) -> [(path: String, text: String)] {
        let streams = plans.indices.map(xmlStream)
        var texts = streams.map {
            (
                path: "\($0.folder)/\(MoviePackageXML.streamInfoName)",
                text: MoviePackageXML.streamInfo($0)
            )
        }
        let multivariant = originals[.multivariantPlaylist].map { _ in
            PackageLayout.originalPlaylist(.multivariantPlaylist)
        }
        texts.append(
            (
                "boot.xml",
                MoviePackageXML.boot(url: url, multivariantPlaylist: multivariant, streams)
            ))
        texts.append(("root.xml", MoviePackageXML.root))
        texts.append((PackageLayout.manifest, try manifestText()))
        return texts
    }

    private func write(_ texts: [(path: String, text: String)]) throws(StoreFailure) {
        var files = texts.map { (path: layout.absolute($0.path), bytes: Array($0.text.utf8)) }
        try DurableFolder.make(layout.absolute(PackageLayout.dataFolder))
        for (resource, bytes) in originals {
            files.append((layout.absolute(PackageLayout.originalPlaylist(resource)), bytes))
        }
        try DurableFolder.write(files)
    }

    private func localStream(_ stream: Int) -> LocalPlaylists.Stream {
        let plan = plans[stream]
        let parts = plan.parts.indices.map { stored[key(stream, $0)] }
        return LocalPlaylists.Stream(
            plan: plan, folder: folders[stream],
            paths: parts.map {
                $0.map { String($0.path.dropFirst(folders[stream].utf8.count + 1)) }
            },
            byteCount: parts.reduce(0) { $0 + ($1?.length ?? 0) },
            keyPaths: Dictionary(
                plan.parts.compactMap { part in
                    part.keyURL.flatMap { url in keyPath(of: part).map { (url, $0) } }
                }, uniquingKeysWith: { first, _ in first }))
    }

    /// Every part of every stream is there.
    var isComplete: Bool { !plans.isEmpty && plans.indices.allSatisfy(isComplete) }

    private func isComplete(_ stream: Int) -> Bool {
        plans[stream].parts.indices.allSatisfy {
            plans[stream].parts[$0].kind == .gap || stored[key(stream, $0)] != nil
        }
    }

    private func xmlStream(_ stream: Int) -> MoviePackageXML.Stream {
        let plan = plans[stream]
        let parts = plan.parts.indices.compactMap { index -> MoviePackageXML.Part? in
            guard let stored = stored[key(stream, index)] else { return nil }
            let part = plan.parts[index]
            return MoviePackageXML.Part(
                isInitSection: part.kind == .initSection,
                url: PlaylistURL.resolve(part.uri, against: plan.playlistURL) ?? part.uri,
                path: String(stored.path.dropFirst(folders[stream].utf8.count + 1)),
                start: part.start, duration: part.duration, offset: part.range?.offset ?? 0,
                length: stored.length, number: part.number)
        }
        return MoviePackageXML.Stream(
            id: folders[stream], folder: folders[stream], kind: plan.stream.kind,
            url: plan.playlistURL,
            peakBitRate: peakBitRate(ofStream: stream),
            isComplete: isComplete(stream),
            playlist: PackageLayout.originalPlaylist(.mediaPlaylist(stream: stream)), parts: parts)
    }

    private func manifestText() throws(StoreFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(manifest()), as: UTF8.self) + "\n"
        } catch {
            throw .other(path: PackageLayout.manifest, reason: "\(error)")
        }
    }

    private func manifest() -> PackageManifest {
        return PackageManifest(
            isComplete: isComplete, firstHole: firstHole(), url: url, variant: variant(),
            streams: plans.indices.map(manifestStream))
    }

    private func firstHole() -> String? {
        guard !plans.isEmpty else { return "nothing is planned yet" }
        var first: (start: Duration, text: String)?
        for (stream, plan) in plans.enumerated() {
            var place = 0
            for (index, part) in plan.parts.enumerated() {
                if part.kind != .initSection { place += 1 }
                guard part.kind != .gap, stored[key(stream, index)] == nil else { continue }
                if first == nil || part.start < first?.start ?? .zero {
                    let name = part.kind == .segment ? "segment \(place)" : "init section"
                    first = (part.start, "\(name) of \(plan.stream.uri)")
                }
                break
            }
        }
        return first?.text
    }

    private func variant() -> PackageManifest.Variant? {
        guard let selection, let stream = selection.streams.first else { return nil }
        return PackageManifest.Variant(
            uri: stream.uri, peakBitRate: selection.peakBitRate,
            averageBitRate: selection.averageBitRate, width: selection.width,
            height: selection.height, frameRate: selection.frameRate, codecs: selection.codecs,
            videoRange: selection.videoRange)
    }

    private func manifestStream(_ stream: Int) -> PackageManifest.Stream {
        let plan = plans[stream]
        return PackageManifest.Stream(
            kind: plan.stream.kind.rawValue, uri: plan.stream.uri, url: plan.playlistURL,
            name: plan.stream.name, language: plan.stream.language, channels: plan.stream.channels,
            folder: folders[stream], playlist: "\(folders[stream])/\(LocalPlaylists.name)",
            parts: plan.parts.indices.map { manifestPart(plan.parts[$0], stored[key(stream, $0)]) })
    }

    private func manifestPart(
        _ part: PartPlan, _ stored: DownloadJournal.StoredPart?
    ) -> PackageManifest.Part {
        PackageManifest.Part(
            kind: part.kind.name, number: part.number, uri: part.uri, offset: part.range?.offset,
            seconds: part.duration.fractionalSeconds, path: stored?.path, length: stored?.length,
            sha256: stored?.sha256,
            attestation: stored?.attestation.words(under: part.encryption?.method),
            encryption: part.encryption?.method.text, key: keyPath(of: part))
    }
}

extension PartPlan.Kind {
    fileprivate var name: String {
        switch self {
        case .initSection: "initSection"
        case .segment: "segment"
        case .gap: "gap"
        }
    }
}
