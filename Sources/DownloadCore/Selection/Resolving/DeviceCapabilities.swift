internal import HLSPlaylist

/// What a player of the download can play. Declared, since the engine decodes nothing itself.
public struct DeviceCapabilities: Sendable, Hashable, Codable {
    /// Codecs by their beginning, up to a point: `hvc1` is every HEVC, `mp4a.40.2` AAC-LC alone.
    /// Nil: every codec.
    public var codecs: [String]?
    /// VIDEO-RANGE; a range that is not in it is not selected (section 4.4.6.2).
    public var videoRanges: [String]
    /// HDCP-LEVEL of the output. Nil: every level.
    public var hdcpLevels: [String]?
    /// Whether there is a view for each eye.
    public var isStereoscopic: Bool

    public init(
        codecs: [String]? = nil, videoRanges: [String] = ["SDR", "HLG", "PQ"],
        hdcpLevels: [String]? = nil, isStereoscopic: Bool = true
    ) {
        self.codecs = codecs
        self.videoRanges = videoRanges
        self.hdcpLevels = hdcpLevels
        self.isStereoscopic = isStereoscopic
    }

    /// Everything that the protocol defines.
    public static let everything = DeviceCapabilities()

    /// Why the variant cannot be played, the first reason; nil: it can, as far as is declared.
    /// SUPPLEMENTAL-CODECS do not count: the media play without them.
    package func obstacle(to variant: AssetVariant) -> Obstacle? {
        if let codecs, let other = variant.codecs.first(where: { !Self.is($0, oneOf: codecs) }) {
            return .codec(other)
        }
        if let range = variant.videoAttributes?.videoRange, !videoRanges.contains(range) {
            return .videoRange(range)
        }
        if let level = variant.hdcpLevel, level != "NONE", let hdcpLevels,
            !hdcpLevels.contains(level)
        {
            return .hdcpLevel(level)
        }
        guard let layout = variant.requiredVideoLayout else { return nil }
        guard let layouts = VideoLayout.list(layout) else { return .videoLayout(layout) }
        let isShown = isStereoscopic || !layouts.contains { $0.channels == .stereoscopic }
        return isShown ? nil : .videoLayout(layout)
    }

    private static func `is`(_ codec: String, oneOf codecs: [String]) -> Bool {
        codecs.contains { codec == $0 || codec.hasPrefix($0 + ".") }
    }
}

/// What keeps a variant from being chosen.
public enum Obstacle: Sendable, Hashable, Codable {
    case codec(String)
    case videoRange(String)
    case hdcpLevel(String)
    /// A layout that is not known has to be ignored (REQ-VIDEO-LAYOUT).
    case videoLayout(String)
    /// The download begins on another pathway, which has no such variant.
    case pathway(String)
}

extension Obstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .codec(let codec): "the codec \(codec) cannot be played"
        case .videoRange(let range): "the video range \(range) cannot be shown"
        case .hdcpLevel(let level): "the output has no HDCP \(level)"
        case .videoLayout(let layout): "the video layout \(layout) cannot be shown"
        case .pathway(let pathway): "it is on the pathway \(pathway)"
        }
    }
}
