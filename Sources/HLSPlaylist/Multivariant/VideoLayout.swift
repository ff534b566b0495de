/// One entry of REQ-VIDEO-LAYOUT: what a player must be able to show.
///
/// Specifiers: section 4.4.6.2 of draft-pantos-hls-rfc8216bis-22, Apple's "What's new in HTTP Live
/// Streaming" (2025).
public struct VideoLayout: Sendable, Hashable {
    public enum Channels: String, Sendable, Hashable, CaseIterable {
        case monoscopic = "CH-MONO"
        case stereoscopic = "CH-STEREO"
    }

    public enum Projection: String, Sendable, Hashable, CaseIterable {
        case rectilinear = "PROJ-RECT"
        case equirectangular = "PROJ-EQUI"
        case halfEquirectangular = "PROJ-HEQU"
        case parametricImmersive = "PROJ-PRIM"
        case appleImmersive = "PROJ-AIV"
    }

    public var channels: Channels
    public var projection: Projection

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
