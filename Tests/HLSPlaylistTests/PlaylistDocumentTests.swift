import HLSPlaylist
import Testing

@Suite struct `A playlist's document` {
    static let text =
        "\u{FEFF}#EXTM3U\r\n# made by hand\r\n#EXT-X-KEY:METHOD=AES-128, URI=\"k,1\" ,ODD\n\n"
        + "#EXT-X-UNKNOWN\n  a.ts\r\nb.ts"

    private func edited(_ edit: (inout PlaylistDocument) -> Void) -> String {
        var document = PlaylistDocument(Array(Self.text.utf8))
        edit(&document)
        return String(decoding: document.bytes, as: UTF8.self)
    }

    @Test(arguments: [text, "", "\n", "a", "a\n", "\r\n\r\n", "#EXTM3U\r"])
    func `gives back the text it was made of`(text: String) {
        #expect(PlaylistDocument(Array(text.utf8)).bytes == Array(text.utf8))
    }

    @Test func `changes one attribute and no other byte`() {
        let result = edited { $0.setAttribute("METHOD", to: .plain("SAMPLE-AES"), at: 3) }
        #expect(result == Self.text.replacing("AES-128", with: "SAMPLE-AES"))
    }

    @Test func `has attributes with and without quotes`() {
        let document = PlaylistDocument(
            Array("#EXT-X-KEY:METHOD=AES-128,URI=\"k,1\",IV=0x1\n#EXT-X-GAP\na.ts\n".utf8))
        #expect(document.attribute("METHOD", at: 1) == .plain("AES-128"))
        #expect(document.attribute("URI", at: 1) == .quoted("k,1"))
        #expect(document.attribute("IV", at: 1)?.text == "0x1")
        #expect(document.attribute("KEYFORMAT", at: 1) == nil)
        #expect(document.attribute("URI", at: 2) == nil)
        #expect((1...3).map { document.tagName(at: $0) } == ["EXT-X-KEY", "EXT-X-GAP", nil])
    }

    @Test(arguments: [
        ("A", "#EXT-X-T:B=\"2,2\",C=3"), ("B", "#EXT-X-T:A=1,C=3"), ("C", "#EXT-X-T:A=1,B=\"2,2\""),
        ("D", "#EXT-X-T:A=1,B=\"2,2\",C=3"),
    ])
    func `removes an attribute with its comma`(name: String, rest: String) {
        var document = PlaylistDocument(Array("#EXT-X-T:A=1,B=\"2,2\",C=3".utf8))
        document.setAttribute(name, to: nil, at: 1)
        #expect(document[1] == rest)
    }

    @Test(arguments: [
        ("#EXT-X-T:A=1", "#EXT-X-T:A=1,N=\"v\""), ("#EXT-X-T:", "#EXT-X-T:N=\"v\""),
        ("#EXT-X-T", "#EXT-X-T:N=\"v\""),
    ])
    func `adds an attribute at the end of the list`(line: String, result: String) {
        var document = PlaylistDocument(Array(line.utf8))
        document.setAttribute("N", to: .quoted("v"), at: 1)
        #expect(document[1] == result)
    }

    @Test func `inserts and removes lines in the file's own style`() {
        #expect(
            edited { $0.insert("#EXT-X-ENDLIST", at: 8) } == Self.text + "\r\n#EXT-X-ENDLIST\r\n")
        #expect(edited { $0.remove(at: 2) } == Self.text.replacing("# made by hand\r\n", with: ""))
        #expect(edited { $0[7] = "c.ts\n#EXT" } == Self.text.replacing("b.ts", with: "c.ts#EXT"))
    }

    @Test func `replaces every address`() throws {
        var document = PlaylistDocument(
            Array(
                """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-MAP:URI="i.mp4",BYTERANGE="1@0"
                #EXT-X-DATERANGE:ID="x",URI="kept"
                #EXTINF:4,
                a.ts
                """.utf8))
        document.replaceURIs { "https://proxy.example/\($0)" }
        let playlist = try MediaPlaylist(parsing: document.bytes)
        #expect(playlist.segments[0].uri == "https://proxy.example/a.ts")
        #expect(playlist.segments[0].map?.uri == "https://proxy.example/i.mp4")
        #expect(playlist.dateRanges[0].unknownAttributes.map(\.value) == ["kept"])
    }
}
