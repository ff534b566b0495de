import HLSPlaylist
import Testing

@testable import DownloadCore

@Suite struct `The identity of a stream` {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Lines of a multivariant playlist.
        var playlist: String
        /// Identities of the selected streams.
        var identities: [String]
    }

    static func selection(_ lines: String) throws -> Selection {
        let text = "#EXTM3U\n" + lines + "\n"
        guard case .multivariant(let playlist) = try Playlist(parsing: Array(text.utf8)) else {
            throw NoSelection()
        }
        return try Selection.resolve(playlist, .best).selection
    }

    struct NoSelection: Error {}

    static let rows = [
        Row(
            testDescription: "the URI as written",
            playlist: "#EXT-X-STREAM-INF:BANDWIDTH=9\nv/index.m3u8", identities: ["v/index.m3u8"]),
        Row(
            testDescription: "without a token in the query",
            playlist: "#EXT-X-STREAM-INF:BANDWIDTH=9\nv.m3u8?token=a\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1\nw.m3u8?token=a",
            identities: ["v.m3u8"]),
        Row(
            testDescription: "with the query where another stream differs by nothing else",
            playlist: "#EXT-X-STREAM-INF:BANDWIDTH=9\np?id=2\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1\np?id=1",
            identities: ["p?id=2"]),
        Row(
            testDescription: "one media playlist listed twice is no other stream",
            playlist: "#EXT-X-STREAM-INF:BANDWIDTH=9\np?id=2\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1\np?id=2",
            identities: ["p"]),
        Row(
            testDescription: "stable ids before URIs",
            playlist: "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",DEFAULT=YES,"
                + "STABLE-RENDITION-ID=\"1\",URI=\"a?t=1\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\",STABLE-VARIANT-ID=\"1\"\nv?t=1",
            identities: ["variant#1", "audio#1"]),
        Row(
            testDescription: "one stable id in two pathways",
            playlist: "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"B\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,STABLE-VARIANT-ID=\"1\",PATHWAY-ID=\"A\"\na/v\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,STABLE-VARIANT-ID=\"1\",PATHWAY-ID=\"B\"\nb/v",
            identities: ["variant#1"]),
        Row(
            testDescription: "a stable id of two media playlists of a pathway names none",
            playlist: "#EXT-X-STREAM-INF:BANDWIDTH=9,STABLE-VARIANT-ID=\"1\"\nv?t=1\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=1,STABLE-VARIANT-ID=\"1\"\nw?t=1",
            identities: ["v"]),
    ]

    @Test(arguments: rows) func `is`(row: Row) throws {
        let selection = try Self.selection(row.playlist)
        #expect(selection.streams.map(\.identity) == row.identities)
    }

    @Test(arguments: rows) func `is found by the URI in an older journal`(row: Row) throws {
        let text = "#EXTM3U\n" + row.playlist + "\n"
        guard case .multivariant(let playlist) = try Playlist(parsing: Array(text.utf8)) else {
            throw NoSelection()
        }
        let identities = StreamIdentities(of: playlist)
        let uris = try Self.selection(row.playlist).streams.map(\.uri)
        #expect(uris.map { identities.identity(ofURI: $0) } == row.identities)
        #expect(identities.identity(ofURI: "nowhere.m3u8") == nil)
    }

    @Test(arguments: [
        ("v.m3u8?token=a", "v.m3u8?token=b", true),
        ("p?id=2", "p?id=2", true),
        ("p?id=2", "p?id=1", false),
    ])
    func `tells whether two playlists have the same stream`(
        first: String, second: String, isSame: Bool
    ) throws {
        // Where the URI has an id, both playlists list another stream with the same path.
        let other = "#EXT-X-STREAM-INF:BANDWIDTH=1\np?id=7\n"
        let streams = try [first, second].map {
            try Self.selection(other + "#EXT-X-STREAM-INF:BANDWIDTH=9\n" + $0).streams[0]
        }
        #expect(streams[0].isSame(as: streams[1]) == isSame)
    }

    @Test func `is no other for two streams that are wanted together`() throws {
        var streams = try Self.selection(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",DEFAULT=YES,URI=\"v#x\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\"\nv"
        ).streams
        #expect(Set(streams.map(\.identity)).count == 2)
        streams = try Self.selection(
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\",DEFAULT=YES,CHANNELS=\"2\","
                + "STABLE-RENDITION-ID=\"1\",URI=\"a2\"\n"
                + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"A\",DEFAULT=YES,CHANNELS=\"6\","
                + "STABLE-RENDITION-ID=\"1\",URI=\"a6\"\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"a\",PATHWAY-ID=\"A\"\nv\n"
                + "#EXT-X-STREAM-INF:BANDWIDTH=9,AUDIO=\"b\",PATHWAY-ID=\"B\"\nv"
        ).streams
        #expect(Set(streams.map(\.identity)).count == streams.count)
    }
}
