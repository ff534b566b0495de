internal import HLSPlaylist

// Several downloads on one package: what earlier ones completed stays and is never fetched again.
extension DownloadMachine {
    /// What the package is to hold: all that is asked for, and what earlier downloads completed
    /// beside it. A lesser video of theirs goes when the better one is there; a better one stays unless
    /// the lesser one was named.
    mutating func hold(_ resolved: ResolvedSelection) -> Selection {
        let asked = resolved.selection
        guard let snapshot, let earlier = snapshot.selection else { return asked }
        var whole = earlier
        whole.streams = earlier.streams.filter { snapshot.isWhole($0, options) }
        let insists = resolved.primary.reason.rule == .askedFor
        var merged = whole.merging(asked, video: insists ? .always : .whenBetter).selection
        // The playlist of today says where what is asked for can be found.
        merged.streams = merged.streams.map { held in
            asked.streams.first { $0.isSame(as: held) } ?? held
        }
        merged.streams = merged.streams.inOrder(of: asked.streams)
        superseded = (earlier.streams + snapshot.superseded).filter { stream in
            !merged.streams.contains { $0.isSame(as: stream) || $0.identity == stream.identity }
        }
        return merged
    }

    /// The copy of a media playlist that nobody asked for now: the stream is whole on disk.
    func heldCopy(of stream: Selection.Stream, notIn asked: Selection) -> PlaylistCopy? {
        guard !asked.streams.contains(where: { $0.isSame(as: stream) }) else { return nil }
        return snapshot?.playlist(stream.identity)
    }

    /// Places of the streams of each content that was asked for, the primary one first.
    func streams(of resolved: ResolvedSelection?, in selection: Selection) -> [[Int]] {
        guard let resolved else { return [Array(selection.streams.indices)] }
        let video = selection.streams.firstIndex { $0.kind == .video }
        return resolved.contents.map { content in
            var places: [Int] = []
            func add(_ uri: String, or other: Int? = nil) {
                let place = selection.streams.firstIndex {
                    $0.uri == uri || $0.alternates.contains(uri)
                }
                guard let place = place ?? other, !places.contains(place) else { return }
                places.append(place)
            }
            // A better video than the one asked for serves as well.
            add(content.variant.uri, or: video)
            for rendition in content.renditions { if let uri = rendition.uri { add(uri) } }
            return places
        }
    }
}

extension DownloadSnapshot {
    /// Whether all parts of a stream are stored, by the copy of its playlist.
    fileprivate func isWhole(_ stream: Selection.Stream, _ options: DownloadOptions) -> Bool {
        // A copy that means nothing any more vouches for nothing.
        guard let copy = playlist(stream.identity),
            case .media(let playlist)? = try? Playlist(parsing: copy.bytes),
            let plan = try? StreamPlan(
                of: playlist, at: copy.url, as: stream, limits: options.limits,
                systems: options.keySystems)
        else { return false }
        return plan.parts.indices.allSatisfy { index in
            plan.parts[index].kind == .gap
                || stored.contains(PartKey(stream: stream.identity, index: index))
        }
    }
}

extension [Selection.Stream] {
    /// Video, audio, subtitles; of these two those of the other list first, in its order.
    fileprivate func inOrder(of others: [Selection.Stream]) -> [Selection.Stream] {
        let place = { (stream: Selection.Stream) in
            others.firstIndex { $0.isSame(as: stream) } ?? others.count
        }
        // The variant's own is the first of the videos already.
        return filter { $0.kind == .video }
            + [Selection.Stream.Kind.audio, .subtitles].flatMap { kind in
                enumerated().filter { $0.element.kind == kind }
                    .map { (place: place($0.element), offset: $0.offset, stream: $0.element) }
                    .sorted { ($0.place, $0.offset) < ($1.place, $1.offset) }
                    .map(\.stream)
            }
    }
}
