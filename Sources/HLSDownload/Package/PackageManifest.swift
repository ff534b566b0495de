/// What a package holds, in `manifest.json`: for every segment where it came from, how long it is,
/// its digest and what vouched for it. A reader needs no network to check a package against it.
public struct PackageManifest: Sendable, Hashable, Codable {
    /// Name and version of the format: `hlslab-package/1`.
    public var format = Self.currentFormat
    /// Every part of every stream is there.
    public var isComplete: Bool
    /// The first part, in playing order, that is not there; in words.
    public var firstHole: String?
    /// URL that the download was begun with.
    public var url: String
    public var variant: Variant?
    public var streams: [Stream]

    public static let currentFormat = "hlslab-package/1"

    /// The variant that was asked for, as the multivariant playlist declared it.
    public struct Variant: Sendable, Hashable, Codable {
        /// The media playlist's URI as the multivariant playlist wrote it.
        public var uri: String
        /// Bits per second; 0: not declared.
        public var peakBitRate: Int
        public var averageBitRate: Int?
        public var width: Int?
        public var height: Int?
        public var frameRate: Double?
        public var codecs: String?
        public var videoRange: String?
    }

    /// One media playlist and its parts.
    public struct Stream: Sendable, Hashable, Codable {
        /// `video` (with audio when that is not apart), `audio` or `subtitles`.
        public var kind: String
        /// The media playlist's URI as its parent wrote it, and where it was fetched from.
        public var uri: String
        public var url: String
        public var name: String?
        public var language: String?
        public var channels: Int?
        /// Folder and local media playlist, relative to the package.
        public var folder: String
        public var playlist: String
        public var parts: [Part]
    }

    /// An init section, a segment or a gap.
    public struct Part: Sendable, Hashable, Codable {
        /// `initSection`, `segment` or `gap`.
        public var kind: String
        /// Media sequence number; of an init section its place among them.
        public var number: Int
        /// The URI as the playlist wrote it, with the range of bytes taken.
        public var uri: String
        public var offset: Int?
        /// Seconds, from EXTINF.
        public var seconds: Double
        /// Relative to the package; nil while it is not there.
        public var path: String?
        public var length: Int?
        /// Lower-case hexadecimal.
        public var sha256: String?
        /// What vouched for the bytes when they came, in words.
        public var attestation: String?
        /// METHOD of the part's EXT-X-KEY; nil: in the clear. The bytes are as they came.
        public var encryption: String?
        /// Path of the key, relative to the package.
        public var key: String?
    }
}
