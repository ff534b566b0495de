/// What a playlist declares of one variant: AVFoundation's `AVAssetVariant`.
///
/// A value that outlives the playlist: a task stores it and finds the variant again in a later
/// version of the playlist, see ``isSame(as:)``. Undeclared bitrates, frame rates, channel counts
/// and sample rates are negative, undeclared sizes zero, an undeclared video range is SDR, as in
/// AVFoundation's header AVAssetVariant.h.
public struct AssetVariant: Sendable, Hashable, Codable {
    /// The media playlist, as the playlist wrote it.
    public var uri: String
    /// BANDWIDTH, bits per second; negative when undeclared.
    public var peakBitRate: Int
    /// AVERAGE-BANDWIDTH, bits per second; negative when undeclared.
    public var averageBitRate: Int
    /// SCORE: the author's order of preference, higher first.
    public var score: Double?
    /// CODECS, one by one.
    public var codecs: [String]
    /// SUPPLEMENTAL-CODECS, each with its brands.
    public var supplementalCodecs: [String]
    /// HDCP-LEVEL.
    public var hdcpLevel: String?
    /// REQ-VIDEO-LAYOUT, as the playlist wrote it.
    public var requiredVideoLayout: String?
    /// STABLE-VARIANT-ID.
    public var stableID: String?
    /// PATHWAY-ID; `.` when undeclared (section 4.4.6.2).
    public var pathwayID: String
    /// NAME: not part of the protocol, still met.
    public var name: String?
    /// GROUP-ID of its renditions, by kind.
    public var groups: RenditionGroups
    /// Nil: the variant has no video.
    public var videoAttributes: VideoAttributes?
    /// Nil: the variant has no audio.
    public var audioAttributes: AudioAttributes?

    /// The PATHWAY-ID of a variant that names none.
    public static let defaultPathwayID = "."
}

extension AssetVariant {
    /// GROUP-ID of the renditions that go with a variant.
    public struct RenditionGroups: Sendable, Hashable, Codable {
        public var audio: String?
        public var video: String?
        public var subtitles: String?
        public var closedCaptions: String?
    }

    /// What is declared of the pictures: `AVAssetVariantVideoAttributes`.
    public struct VideoAttributes: Sendable, Hashable, Codable {
        /// VIDEO-RANGE; `SDR` when undeclared.
        public var videoRange: String
        /// RESOLUTION in pixels; zero when undeclared.
        public var presentationWidth: Int
        public var presentationHeight: Int
        /// FRAME-RATE, frames per second; negative when undeclared.
        public var nominalFrameRate: Double
        /// The codecs of CODECS that compress pictures.
        public var codecs: [String]
        /// REQ-VIDEO-LAYOUT has a view for each eye.
        public var isStereoscopic: Bool

        /// PQ or HLG.
        public var isHDR: Bool { videoRange == "PQ" || videoRange == "HLG" }
        /// Width × height; zero when undeclared, or too large to count.
        public var presentationSize: Int {
            let (size, overflow) = presentationWidth.multipliedReportingOverflow(
                by: presentationHeight)
            return overflow ? 0 : size
        }
    }

    /// What is declared of the sound: `AVAssetVariantAudioAttributes`.
    public struct AudioAttributes: Sendable, Hashable, Codable {
        /// The codecs of CODECS that compress sound.
        public var formats: [String]
        /// One of ``formats`` loses nothing: ALAC or FLAC.
        public var isLossless: Bool
        /// What the renditions of the audio group declare together; without a group nothing. What
        /// one of them declares: ``AssetVariant/renditionAttributes(of:in:)``.
        public var renditions: RenditionAttributes
    }

    /// What is declared of an audio rendition, or of all renditions of a group together:
    /// `AVAssetVariantAudioRenditionSpecificAttributes`.
    public struct RenditionAttributes: Sendable, Hashable, Codable {
        /// The most channels; negative when undeclared.
        public var channelCount = -1
        /// The highest, in hertz; negative when undeclared.
        public var sampleRate = -1
        /// The highest, bits per sample; negative when undeclared.
        public var bitDepth = -1
        /// Joint Object Coding: Dolby Atmos (CHANNELS="16/JOC").
        public var isAtmos = false
        /// The usage indicators: third part of CHANNELS.
        public var isImmersive = false
        public var isBinaural = false
        public var isDownmix = false
        /// Each LANGUAGE once, in the order of the text; ``maximumLanguages`` at most.
        public var languages: [String] = []

        /// Every variant of the group is asked for them, so that without a bound a hostile playlist
        /// would make a predicate on languages take quadratic time.
        public static let maximumLanguages = 200
    }
}

extension AssetVariant {
    public var isHDR: Bool { videoAttributes?.isHDR ?? false }

    /// The same variant in another version of the playlist: by STABLE-VARIANT-ID where both have
    /// one, else by URI without its query (a token may have changed) and by peak bitrate, since one
    /// media playlist may be listed with several audio groups.
    public func isSame(as other: AssetVariant) -> Bool {
        guard peakBitRate == other.peakBitRate, groups.audio == other.groups.audio else {
            return false
        }
        if let stableID, let other = other.stableID { return stableID == other }
        return uri.withoutQuery == other.uri.withoutQuery
    }
}

extension String {
    /// A URI up to its query or fragment.
    var withoutQuery: Substring {
        let end = utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        return self[..<(end ?? endIndex)]
    }
}
