/// The variant and the renditions that a download's options resolve to: the requested quality.
package struct Selection: Sendable, Hashable, Codable {
    /// One media playlist to download.
    package struct Stream: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable { case video, audio, subtitles }

        package var kind: Kind
        /// The media playlist's URI as the multivariant playlist wrote it.
        package var uri: String
        /// NAME and LANGUAGE of a rendition.
        package var name: String?
        package var language: String?
        /// First part of CHANNELS.
        package var channels: Int?
        package var groupID: String?
        package var isDefault: Bool
        package var isAutoselect: Bool
        package var isForced: Bool
        package var characteristics: [String]
        /// STABLE-VARIANT-ID or STABLE-RENDITION-ID.
        package var stableID: String?
        /// URIs of the same stream elsewhere: redundant variants and renditions, other pathways. To
        /// be tried in this order when this one fails for good.
        package var alternates: [String] = []
        /// By what the stream is known on disk; see ``identity``.
        package var identification = Identification.path
    }

    /// Facts of the variant, as declared.
    package var peakBitRate: Int
    package var averageBitRate: Int?
    package var codecs: String?
    package var width: Int?
    package var height: Int?
    package var frameRate: Double?
    package var videoRange: String?
    /// The variant's own media playlist first, then those of auxiliary variants, audio, subtitles.
    /// Each URI once.
    package var streams: [Stream]
}

extension Selection {
    /// The selection for a download that begins with a media playlist: that one stream.
    package init(mediaPlaylistAt uri: String) {
        self.init(
            peakBitRate: 0,
            streams: [
                Stream(
                    kind: .video, uri: uri, isDefault: false, isAutoselect: false,
                    isForced: false, characteristics: [])
            ])
    }
}
