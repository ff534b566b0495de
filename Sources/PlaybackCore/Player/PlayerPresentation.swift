package import HLSPlaylist

/// The streams that a player can choose from.
package struct PlayerPresentation: Sendable, Hashable {
    /// A stream by its place in ``streams``.
    package typealias StreamID = Int

    package struct Stream: Sendable, Hashable {
        package enum Kind: String, Sendable, Hashable, CaseIterable { case video, audio, subtitles }

        package var kind: Kind
        /// The media playlist's URI as the multivariant playlist wrote it.
        package var uri: String
    }

    /// A variant.
    package struct Level: Sendable, Hashable, Codable {
        package var stream: StreamID
        /// BANDWIDTH, in bit/s.
        package var peakBitRate: Int
        /// AVERAGE-BANDWIDTH, in bit/s.
        package var averageBitRate: Int?
        package var audioGroup: String?
        package var subtitlesGroup: String?
        /// CODECS, RESOLUTION and FRAME-RATE.
        package var codecs: String?
        package var resolution: Resolution?
        package var frameRate: Double?
    }

    /// An audio or subtitle rendition with a playlist of its own.
    package struct Rendition: Sendable, Hashable {
        package var stream: StreamID
        package var group: String
        package var name: String
        package var language: String?
        package var isDefault: Bool
        package var isAutoselect: Bool

        /// Whether another group says the same, at another rate or in another form.
        func isSame(as other: Rendition) -> Bool {
            name == other.name && language == other.language
        }
    }

    package let streams: [Stream]
    /// From the lowest peak rate to the highest.
    package let levels: [Level]
    /// The level of the variant that is listed first: the one to begin with (RFC 8216bis 4.4.6.2).
    package let firstListed: Int
    package let audio: [Rendition]
    package let subtitles: [Rendition]

    /// The renditions and variants of a multivariant playlist. Of variants that share a playlist and
    /// an audio group, the first counts.
    /// - Returns: nil when there is no variant.
    package init?(of playlist: MultivariantPlaylist) {
        var streams: [Stream] = []
        func stream(_ kind: Stream.Kind, _ uri: String) -> StreamID {
            if let known = streams.firstIndex(where: { $0.uri == uri && $0.kind == kind }) {
                return known
            }
            streams.append(Stream(kind: kind, uri: uri))
            return streams.count - 1
        }
        var listed: [Level] = []
        for variant in playlist.variants {
            let level = Level(
                stream: stream(.video, variant.uri), peakBitRate: variant.bandwidth,
                averageBitRate: variant.averageBandwidth, audioGroup: variant.audioGroupID,
                subtitlesGroup: variant.subtitlesGroupID, codecs: variant.codecsText,
                resolution: variant.resolution, frameRate: variant.frameRate)
            let isKnown = listed.contains {
                $0.stream == level.stream && $0.audioGroup == level.audioGroup
            }
            if !isKnown { listed.append(level) }
        }
        guard let first = listed.first else { return nil }
        func renditions(_ kind: HLSPlaylist.Rendition.Kind, _ as: Stream.Kind) -> [Rendition] {
            playlist.renditions.compactMap { rendition in
                guard rendition.kind == kind, let uri = rendition.uri else { return nil }
                return Rendition(
                    stream: stream(`as`, uri), group: rendition.groupID, name: rendition.name,
                    language: rendition.language, isDefault: rendition.isDefault,
                    isAutoselect: rendition.isAutoselect)
            }
        }
        audio = renditions(.audio, .audio)
        subtitles = renditions(.subtitles, .subtitles)
        levels = listed.enumerated().sorted {
            ($0.element.peakBitRate, $0.offset) < ($1.element.peakBitRate, $1.offset)
        }.map(\.element)
        firstListed = levels.firstIndex(of: first) ?? 0
        self.streams = streams
    }

    /// A presentation of its levels alone: bit/s, rising.
    package init(bitRates: [Int]) {
        streams = bitRates.indices.map { Stream(kind: .video, uri: "level\($0)") }
        levels = bitRates.enumerated().map { index, rate in
            Level(stream: index, peakBitRate: rate)
        }
        firstListed = 0
        audio = []
        subtitles = []
    }

    /// A media playlist on its own: one level of which no rate is declared.
    package init(mediaPlaylistAt uri: String) {
        streams = [Stream(kind: .video, uri: uri)]
        levels = [Level(stream: 0, peakBitRate: 1_000)]
        firstListed = 0
        audio = []
        subtitles = []
    }

    /// What of it can be played from a package: the levels whose own stream is there, with those of
    /// their renditions that are.
    /// - Parameter isThere: by the URI of the media playlist as the multivariant playlist wrote it.
    /// - Returns: nil when no level is there.
    package func held(_ isThere: (String) -> Bool) -> PlayerPresentation? {
        func holds(_ stream: StreamID) -> Bool { isThere(streams[stream].uri) }
        let audio = audio.filter { holds($0.stream) }
        let held = levels.filter { level in
            let needsAudio = self.audio.contains { $0.group == level.audioGroup }
            return holds(level.stream)
                && (!needsAudio || audio.contains { $0.group == level.audioGroup })
        }
        guard !held.isEmpty else { return nil }
        return PlayerPresentation(
            streams: streams, levels: held,
            firstListed: held.firstIndex(of: levels[firstListed]) ?? 0, audio: audio,
            subtitles: subtitles.filter { holds($0.stream) })
    }

    private init(
        streams: [Stream], levels: [Level], firstListed: Int, audio: [Rendition],
        subtitles: [Rendition]
    ) {
        self.streams = streams
        self.levels = levels
        self.firstListed = firstListed
        self.audio = audio
        self.subtitles = subtitles
    }

    /// The rendition of a group that is meant by a name; without a name the default one, else the
    /// first.
    package func rendition(
        in renditions: [Rendition], group: String?, named name: String?
    ) -> Rendition? {
        guard let group else { return nil }
        let members = renditions.filter { $0.group == group }
        return members.first { $0.name == name } ?? members.first { $0.isDefault } ?? members.first
    }
}
