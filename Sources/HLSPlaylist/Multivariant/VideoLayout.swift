/// One entry of REQ-VIDEO-LAYOUT: what a player must be able to show.
///
/// Specifiers: section 4.4.6.2 of draft-pantos-hls-rfc8216bis-22, Apple's "What's new in HTTP Live
/// Streaming" (2025).
public struct VideoLayout: Sendable, Hashable {
    /// How many views a frame has.
    public enum Channels: String, Sendable, Hashable, CaseIterable {
        /// One view.
        case monoscopic = "CH-MONO"
        /// One view for each eye.
        case stereoscopic = "CH-STEREO"
    }

    /// What surface the pixels are on.
    public enum Projection: String, Sendable, Hashable, CaseIterable {
        /// A flat picture.
        case rectilinear = "PROJ-RECT"
        /// A sphere: 360 degrees.
        case equirectangular = "PROJ-EQUI"
        /// Half a sphere: 180 degrees.
        case halfEquirectangular = "PROJ-HEQU"
        /// A wide lens, described in the media.
        case parametricImmersive = "PROJ-PRIM"
        /// Apple Immersive Video.
        case appleImmersive = "PROJ-AIV"
    }

    /// How many views a frame has.
    public var channels: Channels
    /// What surface the pixels are on.
    public var projection: Projection

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(channels: Channels = .monoscopic, projection: Projection = .rectilinear) {
        self.channels = channels
        self.projection = projection
    }

    /// Reads `CH-STEREO/PROJ-HEQU,CH-MONO`; nil when a specifier is not known, and the variant
    /// then has to be ignored.
    public static func list(_ text: String) -> [VideoLayout]? {
        var layouts: [VideoLayout] = []
        for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
            var layout = VideoLayout()
            for specifier in entry.split(separator: "/", omittingEmptySubsequences: false) {
                if let channels = Channels(rawValue: String(specifier)) {
                    layout.channels = channels
                } else if let projection = Projection(rawValue: String(specifier)) {
                    layout.projection = projection
                } else {
                    return nil
                }
            }
            layouts.append(layout)
        }
        return layouts
    }
}

extension Variant {
    /// The layouts that the video has; nil when the variant has to be ignored, because it needs
    /// one that is not known. Without the attribute the video is monoscopic and rectilinear.
    public var videoLayouts: [VideoLayout]? {
        guard let requiredVideoLayout else { return [VideoLayout()] }
        return VideoLayout.list(requiredVideoLayout)
    }
}
