/// What a further download on the same package has to fetch, and what the package then holds.
package struct SelectionMerge: Sendable, Hashable {
    /// When the variant's video is fetched again.
    package enum VideoRule: Sendable, Hashable {
        /// When it is better than the one on disk: HDR in place of SDR, or a higher peak bitrate.
        /// Whoever asks for less has it already.
        case whenBetter
        /// Whenever it is another one.
        case always
    }

    /// All that the package is to hold: the variant's video, other videos, audio, subtitles.
    package var selection: Selection
    /// What of it is not on disk yet, in the order in which it is wanted.
    package var missing: [Selection.Stream]
    /// What was asked for and is there, as it is on disk.
    package var present: [Selection.Stream]
    /// The variant's video on disk, when a better one takes its place.
    package var superseded: [Selection.Stream]
}

extension Selection {
    /// Adds what another selection of the same asset asks for to what is on disk, of which nothing
    /// is fetched again and nothing is given up but a lesser video.
    ///
    /// A stream is there when its stable id is, or its URI, or one of its alternates, without the
    /// query unless URIs of the presentation differ by nothing else: a new token or another pathway
    /// does not make it another stream.
    /// - Parameter newer: with the streams of the newer playlist; theirs are the URIs to fetch from.
    package func merging(
        _ newer: Selection, video rule: SelectionMerge.VideoRule = .whenBetter
    ) -> SelectionMerge {
        let isReplaced = replacesVideo(newer, rule)
        let superseded = streams.filter { stream in
            isReplaced && stream == mainVideo && !newer.streams.contains(where: stream.isSame)
        }
        var held = streams.filter { !superseded.contains($0) }
        var missing: [Stream] = []
        var present: [Stream] = []
        for stream in newer.streams {
            if let there = held.first(where: stream.hasSameMedia) {
                present.append(there)
            } else if isReplaced || stream != newer.mainVideo {
                missing.append(stream)
            }
        }
        held += missing
        if let main = isReplaced ? newer.mainVideo : mainVideo {
            let there = held.first(where: main.isSame) ?? main
            held.removeAll { $0 == there || $0.uri == there.uri }
            held.insert(there, at: 0)
        }
        let isBetter = isMainVideo(of: newer) && newer.peakBitRate > peakBitRate
        var merged = isReplaced || isBetter ? newer : self
        merged.streams = [Stream.Kind.video, .audio, .subtitles].flatMap { kind in
            held.filter { $0.kind == kind }
        }
        return SelectionMerge(
            selection: merged, missing: missing, present: present, superseded: superseded)
    }

    private func isMainVideo(of other: Selection) -> Bool {
        guard let mainVideo, let theirs = other.mainVideo else { return false }
        return mainVideo.isSame(as: theirs)
    }

    private var mainVideo: Stream? {
        streams.first.flatMap { $0.kind == .video ? $0 : nil }
    }

    private var isHDR: Bool { videoRange == "PQ" || videoRange == "HLG" }

    private func replacesVideo(_ newer: Selection, _ rule: SelectionMerge.VideoRule) -> Bool {
        guard let video = newer.mainVideo else { return false }
        guard let mine = mainVideo else { return true }
        if mine.isSame(as: video) { return false }
        switch rule {
        case .always: return true
        case .whenBetter:
            return isHDR == newer.isHDR ? newer.peakBitRate > peakBitRate : newer.isHDR
        }
    }
}

extension Selection.Stream {
    /// The same media, in this version of the playlist or another.
    package func isSame(as other: Selection.Stream) -> Bool {
        guard kind == other.kind else { return false }
        if identification == .stableID, other.identification == .stableID {
            return stableName == other.stableName
        }
        let isQueryPart = identification == .uri || other.identification == .uri
        func name(_ uri: String) -> Substring { isQueryPart ? Substring(uri) : uri.withoutQuery }
        let mine = Set(([uri] + alternates).map(name))
        return ([other.uri] + other.alternates).contains { mine.contains(name($0)) }
    }

    /// One media playlist may be the sound of one variant and all of another.
    fileprivate func hasSameMedia(as other: Selection.Stream) -> Bool {
        isSame(as: other) || uri == other.uri
    }
}
