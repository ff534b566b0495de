internal import DownloadCore
internal import HLSPlaylist

/// The playlists as the server wrote them, which a package keeps: what the manifest is compared
/// with. They are read and planned as a download does it, so that the same parts have to come out.
struct OriginalPlaylists {
    let folder: PackageFolder
    let package: MoviePackage

    private static let limits = DownloadLimits()

    /// What the kept multivariant playlist says against the manifest.
    func variantFindings(_ manifest: PackageManifest) -> [PackageFinding] {
        guard let variant = manifest.variant, !variant.uri.isEmpty else { return [] }
        let path = PackageLayout.originalPlaylist(.multivariantPlaylist)
        let playlist: MultivariantPlaylist
        switch read(path) {
        case .failure(let fault): return [PackageFinding(.original, path: path, fault.message)]
        case .success(.media):
            return [PackageFinding(.original, path: path, "it is no multivariant playlist")]
        case .success(.multivariant(let multivariant)): playlist = multivariant
        }
        let namesakes = playlist.variants.filter { $0.uri == variant.uri }
        guard namesakes.contains(where: { $0.bandwidth == variant.peakBitRate }) else {
            let what = "the variant '\(variant.uri)' with \(variant.peakBitRate) bit/s"
            return [PackageFinding(.variant, path: path, "it does not list \(what)")]
        }
        guard manifest.streams.first?.uri == variant.uri else {
            return [
                PackageFinding(
                    .variant, path: PackageLayout.manifest,
                    "the first stream is '\(manifest.streams.first?.uri ?? "")', the variant asked "
                        + "for '\(variant.uri)'")
            ]
        }
        let listed = Set(Presentation.addresses(of: playlist).map(\.uri))
        return manifest.streams.filter { !listed.contains($0.uri) }.map {
            PackageFinding(.variant, path: path, "it does not list the stream '\($0.uri)'")
        }
    }

    struct Fault: Error {
        var message: String
    }

    /// The parts that a stream has to have.
    func plan(of stream: MoviePackage.Stream) -> Result<StreamPlan, Fault> {
        guard let path = stream.originalPlaylist else {
            return .failure(Fault(message: "no original playlist of '\(stream.folder)' is kept"))
        }
        switch read(path) {
        case .failure(let fault): return .failure(fault)
        case .success(.multivariant):
            return .failure(Fault(message: "it is no media playlist"))
        case .success(.media(let playlist)):
            do throws(DownloadFailure.Reason) {
                return .success(
                    try StreamPlan(
                        of: playlist, at: stream.url, as: stream.selected,
                        limits: Self.limits))
            } catch {
                return .failure(Fault(message: "\(error)"))
            }
        }
    }

    private func read(_ path: String) -> Result<Playlist, Fault> {
        let bytes: [UInt8]
        do throws(PackageFileFault) {
            bytes = try folder.bytes(of: path, limit: Self.limits.playlistBytes)
        } catch {
            return .failure(Fault(message: "it \(error)"))
        }
        do throws(PlaylistError) {
            return .success(try Playlist(parsing: bytes))
        } catch {
            return .failure(Fault(message: "\(error)"))
        }
    }
}

extension MoviePackage.Stream {
    /// The stream as a download selects it, as far as planning asks.
    fileprivate var selected: Selection.Stream {
        var selected = Selection(mediaPlaylistAt: uri ?? "").streams[0]
        selected.kind = Selection.Stream.Kind(rawValue: kind.rawValue) ?? .video
        return selected
    }
}

extension StreamPlan {
    /// Where a stream has other parts than were planned: the place of the first one, and how it
    /// differs. Nil when it has the same.
    func firstDifference(from stream: MoviePackage.Stream) -> (index: Int, words: String)? {
        for (index, part) in parts.enumerated() {
            guard index < stream.parts.count else {
                return (index, "the manifest ends before it")
            }
            if let words = part.difference(from: stream.parts[index]) { return (index, words) }
        }
        guard stream.parts.count == parts.count else {
            let extra = stream.parts[parts.count]
            return (
                parts.count,
                "the manifest has a \(extra.kind.rawValue) '\(extra.uri)' more than the playlist"
            )
        }
        return nil
    }
}

extension PartPlan {
    /// EXTINFs that differ by less are the same, written twice.
    private static let tolerance = Duration.microseconds(1)

    fileprivate func difference(from part: MoviePackage.Part) -> String? {
        let kind: MoviePackage.Part.Kind =
            switch self.kind {
            case .initSection: .initSection
            case .segment: .segment
            case .gap: .gap
            }
        guard kind == part.kind, uri == part.uri else {
            return "the manifest has \(part.kind.rawValue) '\(part.uri)' in the place of "
                + "\(kind.rawValue) '\(uri)'"
        }
        guard number == part.number else {
            return "the manifest numbers it \(part.number), the playlist \(number)"
        }
        guard (duration - part.duration).magnitude <= Self.tolerance else {
            return "the manifest has \(part.duration.decimalText) s for it, the playlist "
                + "\(duration.decimalText) s"
        }
        guard range?.offset ?? 0 == part.offset else {
            return "the manifest takes it from byte \(part.offset), the playlist from "
                + "\(range?.offset ?? 0)"
        }
        guard encryption?.method.text == part.encryption else {
            return "the manifest has the encryption \(part.encryption ?? "none") for it, the "
                + "playlist \(encryption?.method.text ?? "none")"
        }
        return nil
    }
}

extension Duration {
    var magnitude: Duration { self < .zero ? .zero - self : self }
}
