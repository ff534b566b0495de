/// MIME types as RFC 8216bis, 10 and Apple's authoring specification name them.
///
/// None has a charset: playlists and WebVTT are UTF-8 by definition, and neither registration has
/// that parameter.
package enum ContentType {
    /// The type of a file by its name, and by the kind of the stream where the name is not enough.
    package static func of(path: String, kind: AssetCatalog.Stream.Kind?) -> String {
        switch path.split(separator: ".").last?.lowercased() {
        case "m3u8", "m3u": "application/vnd.apple.mpegurl"
        case "ts": "video/mp2t"
        case "vtt", "webvtt": "text/vtt"
        case "aac": "audio/aac"
        case "m4a": "audio/mp4"
        case "mp4", "m4s", "m4v", "cmfv", "cmfa", "cmft":
            switch kind {
            case .audio: "audio/mp4"
            case .subtitles: "application/mp4"
            case .video, .iframes, nil: "video/mp4"
            }
        default: "application/octet-stream"
        }
    }
}
