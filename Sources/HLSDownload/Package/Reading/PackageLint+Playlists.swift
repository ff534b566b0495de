internal import DownloadCore
internal import HLSPlaylist

// The playlists with which any player plays the folder.
extension PackageLintRun {
    /// Bytes of one local playlist: those of half a million segments.
    static let mostBytes = 64 << 20

    mutating func checkPlaylists() {
        let index = checkIndex()
        var members: [Presentation.Member] = []
        for stream in package.streams {
            guard let path = stream.playlist else { continue }
            named.insert(path)
            let isThere = folder.size(of: path) != nil
            // The playlists of a package are written when it is complete.
            guard isThere || package.isDeclaredComplete else { continue }
            guard case .media(let playlist)? = parsed(path, as: "media") else { continue }
            checkFiles(of: playlist, at: path, in: stream.folder)
            if package.manifest != nil { checkParts(of: playlist, at: path, stream) }
            members.append(.init(role: stream.role, uri: path, playlist: playlist))
        }
        checkNames(in: index)
        for finding in Presentation(members: members).findings() {
            note(
                PackageFinding(
                    .playlistDurations, .warning, path: finding.uri, finding.message,
                    remedy: "nothing, if the presentation is like that on the server"))
        }
    }

    /// Reads a playlist; nil when that is a finding.
    private mutating func parsed(_ path: String, as kind: String) -> Playlist? {
        let bytes: [UInt8]
        do throws(PackageFileFault) {
            bytes = try folder.bytes(of: path, limit: Self.mostBytes)
        } catch {
            note(
                PackageFinding(
                    error == .link ? .safeNames : .playlist, path: path, "it \(error)"))
            return nil
        }
        let playlist: Playlist
        do throws(PlaylistError) {
            playlist = try Playlist(parsing: bytes)
        } catch {
            note(PackageFinding(.playlist, path: path, "\(error)"))
            return nil
        }
        for diagnostic in playlist.diagnostics where diagnostic.severity == .error {
            let rule: PackageRule =
                diagnostic.rule == .targetDuration ? .playlistDurations : .playlist
            note(PackageFinding(rule, path: path, "\(diagnostic)"))
        }
        let found = if case .media = playlist { "media" } else { "multivariant" }
        guard found == kind else {
            note(PackageFinding(.playlist, path: path, "it is no \(kind) playlist"))
            return nil
        }
        return playlist
    }

    // MARK: Index

    private mutating func checkIndex() -> MultivariantPlaylist? {
        let path = PackageLayout.multivariantPlaylist
        let isThere = folder.size(of: path) != nil
        guard package.isDeclaredComplete else {
            if isThere, package.manifest != nil {
                note(
                    PackageFinding(
                        .index, path: path,
                        "it is there, and the package is not complete: players would stop at the "
                            + "first hole"))
            }
            return nil
        }
        // Packages of others have none.
        guard isThere || package.manifest != nil else { return nil }
        guard case .multivariant(let playlist)? = parsed(path, as: "multivariant") else {
            return nil
        }
        return playlist
    }

    private mutating func checkNames(in index: MultivariantPlaylist?) {
        guard let index else { return }
        let path = PackageLayout.multivariantPlaylist
        let listed = Presentation.addresses(of: index).map(\.uri)
        let playlists = package.streams.compactMap(\.playlist)
        for uri in listed where !playlists.contains(uri) {
            note(
                PackageFinding(
                    .playlistFiles, path: path,
                    "it names '\(uri)', which is no playlist of the package"))
        }
        for playlist in playlists where !listed.contains(playlist) {
            note(PackageFinding(.index, path: path, "it does not name '\(playlist)'"))
        }
    }

    // MARK: Media playlists

    private mutating func checkFiles(
        of playlist: MediaPlaylist, at path: String, in stream: String
    ) {
        var checked: Set<String> = []
        for segment in playlist.segments where !segment.isGap {
            var names = [segment.uri]
            if let map = segment.map { names.append(map.uri) }
            let keys = segment.keys + (segment.map?.keys ?? [])
            for key in keys where key.keyFormat == Key.identityFormat {
                if let uri = key.uri { names.append(uri) }
            }
            for name in names where checked.insert(name).inserted {
                guard let file = PackagePath.resolve(name, in: stream) else {
                    note(
                        PackageFinding(
                            .playlistFiles, path: path,
                            "it names '\(name)', which is no file of the package"))
                    continue
                }
                do throws(PackageFileFault) {
                    _ = try folder.open(file).size
                } catch {
                    note(
                        PackageFinding(
                            error == .link ? .safeNames : .playlistFiles, path: path,
                            "it names '\(name)', and that \(error)"))
                }
            }
        }
        if !playlist.hasEndList {
            note(PackageFinding(.playlist, path: path, "it has no EXT-X-ENDLIST"))
        }
    }

    private mutating func checkParts(
        of playlist: MediaPlaylist, at path: String, _ stream: MoviePackage.Stream
    ) {
        let parts = stream.parts.filter { $0.kind != .initSection }
        for (place, part) in parts.enumerated() {
            guard place < playlist.segments.count else {
                let what = "it ends before segment \(place + 1), '\(part.path ?? "gap")'"
                return note(PackageFinding(.playlistParts, path: path, what))
            }
            let segment = playlist.segments[place]
            let file = segment.isGap ? nil : PackagePath.resolve(segment.uri, in: stream.folder)
            guard file == part.path, segment.isGap == (part.kind == .gap) else {
                let what =
                    "segment \(place + 1) is '\(segment.uri)' and not '\(part.path ?? "a gap")'"
                return note(PackageFinding(.playlistParts, path: path, what))
            }
            guard (segment.duration - part.duration).magnitude <= .microseconds(2) else {
                let what =
                    "segment \(place + 1) lasts \(segment.duration.decimalText) s, in the manifest "
                    + "\(part.duration.decimalText) s"
                return note(PackageFinding(.playlistDurations, path: path, what))
            }
        }
        if playlist.segments.count > parts.count {
            let what = "it lists \(playlist.segments.count) segments, the manifest \(parts.count)"
            note(PackageFinding(.playlistParts, path: path, what))
        }
    }
}

extension MoviePackage.Stream {
    fileprivate var role: Presentation.Role {
        switch kind {
        case .video: .variant
        case .audio: .rendition(.audio)
        case .subtitles: .rendition(.subtitles)
        }
    }
}
