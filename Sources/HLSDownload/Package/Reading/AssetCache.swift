public import DownloadCore
internal import HLSPlaylist

/// What of a package can be played without the network: AVFoundation's `AVAssetCache`, with the
/// answer for each stream and its first hole.
///
/// It answers at once and reads no media: it relies on `manifest.json`, or in a package of others on
/// the XML, and on names and lengths of the files. The manifest is written at the end of each run;
/// when a process was killed, it is that of the run before, or there is none. Then it relies also on
/// the names that finished parts have: a part gets its name only when all its bytes are durable, so
/// a file of such a name, with bytes in it, counts as there. Without any description nothing says
/// how long the presentation is, and no stream is complete. Whether the bytes are right is what
/// ``PackageVerifier`` finds out.
public struct AssetCache: Sendable, Hashable {
    /// The truth about one stream.
    public struct Stream: Sendable, Hashable {
        public var kind: MoviePackage.Stream.Kind
        /// As the multivariant playlist wrote it; nil when the package does not say.
        public var uri: String?
        public var name: String?
        /// BCP 47.
        public var language: String?
        public var channels: Int?
        /// Bits per second; 0 for renditions and when not declared.
        public var peakBitRate: Int
        /// Kind, name and language for people.
        public var label: String
        /// Every part is there, gaps of the origin left out.
        public var isComplete: Bool
        /// Of the parts that are there.
        public var storedDuration: Duration
        /// Nil when nothing says how long it is.
        public var duration: Duration?
        public var storedByteCount: Int
        /// Parts that are there and that the manifest does not know yet.
        public var uncertifiedPartCount: Int
        /// Its segments are encrypted with a key that is not in the package: an app has it.
        public var needsContentKey: Bool
        public var firstHole: PackageHole?
    }

    /// The folder as it was given.
    public let path: String
    public let streams: [Stream]
    private let options: [Option]

    /// A media selection option, and the stream it is in.
    private struct Option: Sendable, Hashable {
        var option: MediaSelectionOption
        /// Nil: inside the video.
        var stream: Int?
    }

    /// Looks at a package.
    /// - Throws: ``PackageReadingError`` naming what is missing or damaged.
    public init(package path: String) throws(PackageReadingError) {
        let folder = try PackageFolder(path)
        let package: MoviePackage
        do throws(PackageReadingError) {
            package = try MoviePackage(in: folder)
        } catch {
            guard error.fault == .notAPackage, let left = Remains(in: folder) else { throw error }
            self.path = path
            streams = left.streams
            options = []
            return
        }
        self.path = path
        let finished = FinishedNames(in: folder)
        streams = package.streams.enumerated().map { index, stream in
            StreamExtent(stream, index, folder, finished).result
        }
        options = Self.options(of: package, folder)
    }

    /// One complete rendition set is stored: a complete video, and where sound is apart, one
    /// complete audio.
    public var isPlayableOffline: Bool {
        let videos = streams.filter { $0.kind == .video }
        let audios = streams.filter { $0.kind == .audio }
        if videos.isEmpty { return audios.contains(where: \.isComplete) }
        return videos.contains(where: \.isComplete)
            && (audios.isEmpty || audios.contains(where: \.isComplete))
    }

    /// What keeps it from being playable, or a complete package from being whole: the first hole in
    /// playing order. Nil when every stream is complete.
    public var firstHole: PackageHole? {
        PackageHole.first(of: streams.compactMap(\.firstHole))
    }

    /// The options of a kind that can be played offline, in the order of the multivariant playlist.
    public func mediaSelectionOptions(
        in characteristic: MediaSelectionGroup.Characteristic
    ) -> [MediaSelectionOption] {
        let isVideoComplete = streams.contains { $0.kind == .video && $0.isComplete }
        return options.filter { option in
            guard characteristic == option.option.kind.characteristic else { return false }
            return option.stream.map { streams[$0].isComplete } ?? isVideoComplete
        }.map(\.option)
    }
}

// MARK: - Options

extension AssetCache {
    /// Those that the kept multivariant playlist names and that are stored; where it is not there,
    /// one for each rendition stored.
    private static func options(of package: MoviePackage, _ folder: PackageFolder) -> [Option] {
        guard let playlist = multivariant(of: package, folder) else {
            return package.streams.enumerated().compactMap { index, stream in
                Rendition.Kind(stream.kind).map { kind in
                    var rendition = Rendition(
                        kind: kind, groupID: "", name: stream.name ?? stream.label)
                    rendition.language = stream.language
                    return Option(option: MediaSelectionOption(rendition), stream: index)
                }
            }
        }
        let groups = groups(of: package, in: playlist)
        var found: [Option] = []
        for rendition in playlist.renditions {
            let stream = rendition.uri.flatMap { uri in
                package.streams.firstIndex { $0.uri == uri }
            }
            guard stream != nil || (rendition.uri == nil && groups.contains(rendition.groupID))
            else { continue }
            let option = Option(option: MediaSelectionOption(rendition), stream: stream)
            // One option may have renditions in several groups.
            if !found.contains(where: { $0.option.isOption(of: rendition) }) {
                found.append(option)
            }
        }
        return found
    }

    private static func multivariant(
        of package: MoviePackage, _ folder: PackageFolder
    ) -> MultivariantPlaylist? {
        let path = PackageLayout.originalPlaylist(.multivariantPlaylist)
        let limit = DownloadLimits().playlistBytes
        // A package without it has options all the same, with less said of them.
        guard let bytes = try? folder.bytes(of: path, limit: limit) else { return nil }
        return try? MultivariantPlaylist(parsing: bytes)
    }

    /// The groups of renditions that the stored variants name.
    private static func groups(
        of package: MoviePackage, in playlist: MultivariantPlaylist
    ) -> Set<String> {
        let variants = playlist.variants.filter { variant in
            package.streams.contains { $0.uri == variant.uri }
        }
        return Set(
            variants.flatMap { variant in
                var captions: String?
                if case .group(let group)? = variant.closedCaptions { captions = group }
                return [
                    variant.audioGroupID, variant.videoGroupID, variant.subtitlesGroupID, captions,
                ].compactMap(\.self)
            })
    }
}

extension Rendition.Kind {
    fileprivate init?(_ kind: MoviePackage.Stream.Kind) {
        switch kind {
        case .video: return nil
        case .audio: self = .audio
        case .subtitles: self = .subtitles
        }
    }
}

extension MediaSelectionOption.Kind {
    fileprivate var characteristic: MediaSelectionGroup.Characteristic {
        switch self {
        case .audio: .audible
        case .subtitles, .closedCaptions: .legible
        case .video: .visual
        }
    }
}
