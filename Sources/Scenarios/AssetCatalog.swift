/// What an origin holds of one asset: the truth that a verdict is judged against.
///
/// A catalog is written by whoever made the asset (`asset.json` beside a fixture, or the synthetic
/// generator). It never comes from parsing the asset's playlists with the engine's own parser, or
/// the errors of one would hide in the other.
package struct AssetCatalog: Sendable, Hashable, Codable {
    /// The name by which a run asks for the asset, `ladder` for example.
    package var id: String
    package var title: String
    /// Path of the multivariant playlist, relative to the asset's root.
    package var multivariantPlaylist: String
    /// Every media playlist of the asset, in the order of the multivariant playlist.
    package var streams: [Stream]
    /// The variants, in the order of the multivariant playlist.
    package var variants: [Variant]
    /// Keys of the asset's encrypted parts; nil: it has none.
    package var keys: [Key]?

    package init(
        id: String, title: String, multivariantPlaylist: String, streams: [Stream],
        variants: [Variant], keys: [Key]? = nil
    ) {
        self.id = id
        self.title = title
        self.multivariantPlaylist = multivariantPlaylist
        self.streams = streams
        self.variants = variants
        self.keys = keys
    }

    /// One media playlist and the segments behind it.
    package struct Stream: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable {
            /// The media playlist of a variant: video, with audio when that is not apart.
            case video
            case audio
            case subtitles
            /// I-frame playlist; no run downloads one.
            case iframes
        }

        /// Unique in the catalog; also the folder of the stream, `v800` for example.
        package var id: String
        package var kind: Kind
        /// Path of the media playlist, relative to the asset's root.
        package var playlist: String
        /// Group of the rendition (GROUP-ID), nil for a variant's own stream.
        package var group: String?
        /// NAME of the rendition.
        package var name: String?
        /// LANGUAGE of the rendition (BCP 47).
        package var language: String?
        /// First part of CHANNELS, for audio.
        package var channels: Int?
        package var isDefault: Bool?
        package var isAutoselect: Bool?
        /// The init section (EXT-X-MAP), if any.
        package var initSection: Part?
        package var segments: [Part]

        package init(
            id: String, kind: Kind, playlist: String, group: String? = nil, name: String? = nil,
            language: String? = nil, channels: Int? = nil, isDefault: Bool? = nil,
            isAutoselect: Bool? = nil, initSection: Part? = nil, segments: [Part]
        ) {
            self.id = id
            self.kind = kind
            self.playlist = playlist
            self.group = group
            self.name = name
            self.language = language
            self.channels = channels
            self.isDefault = isDefault
            self.isAutoselect = isAutoselect
            self.initSection = initSection
            self.segments = segments
        }
    }

    /// A media segment or an init section: a range of bytes of one file.
    package struct Part: Sendable, Hashable, Codable {
        /// Path of the file, relative to the asset's root.
        package var path: String
        /// First byte of the part in the file.
        package var offset: Int
        /// Length in bytes.
        package var length: Int
        /// EXTINF in seconds; nil for an init section.
        package var seconds: Double?
        /// Lower-case hexadecimal SHA-256 of the part's bytes; nil when the asset is generated and
        /// the digest has to be taken from the generator.
        package var sha256: String?
        /// The digest of what the part decrypts to, when it is encrypted as a whole.
        package var clearSha256: String?

        package init(
            path: String, offset: Int = 0, length: Int, seconds: Double? = nil,
            sha256: String? = nil, clearSha256: String? = nil
        ) {
            self.path = path
            self.offset = offset
            self.length = length
            self.seconds = seconds
            self.sha256 = sha256
            self.clearSha256 = clearSha256
        }
    }

    /// One EXT-X-STREAM-INF.
    package struct Variant: Sendable, Hashable, Codable {
        /// Id of the stream that its URI names.
        package var stream: String
        /// BANDWIDTH and AVERAGE-BANDWIDTH, in bits per second.
        package var peakBitRate: Int
        package var averageBitRate: Int?
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        package var codecs: String?
        /// VIDEO-RANGE: SDR, HLG or PQ.
        package var videoRange: String?
        /// GROUP-ID of its audio and subtitle renditions.
        package var audioGroup: String?
        package var subtitlesGroup: String?

        package init(
            stream: String, peakBitRate: Int, averageBitRate: Int? = nil, width: Int? = nil,
            height: Int? = nil, frameRate: Double? = nil, codecs: String? = nil,
            videoRange: String? = nil, audioGroup: String? = nil, subtitlesGroup: String? = nil
        ) {
            self.stream = stream
            self.peakBitRate = peakBitRate
            self.averageBitRate = averageBitRate
            self.width = width
            self.height = height
            self.frameRate = frameRate
            self.codecs = codecs
            self.videoRange = videoRange
            self.audioGroup = audioGroup
            self.subtitlesGroup = subtitlesGroup
        }
    }

    /// A key: a file of the asset, or one that only a key server has.
    package struct Key: Sendable, Hashable, Codable {
        /// Unique in the catalog.
        package var id: String
        /// As media playlists name it, but relative to the asset's root unless it has a scheme.
        package var uri: String
        /// Path of the file that holds its bytes; nil when the key server has it.
        package var path: String?
        /// The key itself, in lower-case hexadecimal.
        package var bytes: String
        /// KEYFORMAT; nil: identity.
        package var keyFormat: String?
        /// By what the key server knows the content.
        package var contentIdentifier: String?
        /// The lease that the key server grants, in seconds; nil: without end.
        package var storageSeconds: Int?
        package var playbackSeconds: Int?

        package init(
            id: String, uri: String, path: String? = nil, bytes: String, keyFormat: String? = nil,
            contentIdentifier: String? = nil, storageSeconds: Int? = nil,
            playbackSeconds: Int? = nil
        ) {
            self.id = id
            self.uri = uri
            self.path = path
            self.bytes = bytes
            self.keyFormat = keyFormat
            self.contentIdentifier = contentIdentifier
            self.storageSeconds = storageSeconds
            self.playbackSeconds = playbackSeconds
        }
    }

    package func stream(_ id: String) -> Stream? {
        streams.first { $0.id == id }
    }
}
