import Foundation
import Testing

/// That its links lead somewhere is for docc to say: ci/docs.
@Suite struct `The page "From tag to type"` {
    static let tags = [
        "EXTM3U", "EXT-X-VERSION", "EXT-X-INDEPENDENT-SEGMENTS", "EXT-X-START", "EXT-X-DEFINE",
        "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE",
        "EXT-X-ENDLIST", "EXT-X-PLAYLIST-TYPE", "EXT-X-I-FRAMES-ONLY", "EXT-X-PART-INF",
        "EXT-X-SERVER-CONTROL", "EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-KEY",
        "EXT-X-MAP", "EXT-X-PROGRAM-DATE-TIME", "EXT-X-GAP", "EXT-X-BITRATE", "EXT-X-PART",
        "EXT-X-DATERANGE", "EXT-X-SKIP", "EXT-X-PRELOAD-HINT", "EXT-X-RENDITION-REPORT",
        "EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF", "EXT-X-SESSION-DATA",
        "EXT-X-SESSION-KEY", "EXT-X-CONTENT-STEERING",
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/HLSPlaylist")

    private func page() throws -> String {
        try String(
            contentsOf: Self.sources.appending(path: "HLSPlaylist.docc/FromTagToType.md"),
            encoding: .utf8)
    }

    @Test(arguments: tags) func `has a row for each tag`(tag: String) throws {
        let rows = try page().split(separator: "\n").filter { $0.hasPrefix("| \(tag) |") }
        #expect(rows.count == 1)
    }
}
