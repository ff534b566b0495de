import HLSPlaylist
import Testing

/// Texts as real servers send them, and what they mean.
@Suite struct `A sloppy playlist` {
    struct Example: Sendable, CustomTestStringConvertible {
        var name: String
        var sloppy: String
        var proper: String
        var rule: RuleID
        var testDescription: String { name }

        init(_ rule: RuleID, _ name: String, _ sloppy: String, means proper: String) {
            self.name = name
            self.sloppy = sloppy
            self.proper = proper
            self.rule = rule
        }

        /// Lines between a header and a segment.
        static func media(
            _ rule: RuleID, _ name: String, _ sloppy: String, means proper: String
        ) -> Self {
            let frame: (String) -> String = {
                "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\($0)\n#EXTINF:4,\ns.ts\n"
            }
            return Self(rule, name, frame(sloppy), means: frame(proper))
        }

        /// Attributes of a variant.
        static func variant(
            _ rule: RuleID, _ name: String, _ sloppy: String, means proper: String
        ) -> Self {
            let frame: (String) -> String = {
                "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,\($0)\nv.m3u8\n"
            }
            return Self(rule, name, frame(sloppy), means: frame(proper))
        }
    }

    static let plain = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,t\na.ts\n"
    static let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""

    static let ofTexts: [Example] = [
        Example(.byteOrderMark, "byte order mark", "\u{FEFF}" + plain, means: plain),
        Example(
            .lineBreak, "CR only", String(plain.map { $0 == "\n" ? "\r" : $0 }), means: plain),
        Example(.startsWithEXTM3U, "blank lines in front", "\n\n" + plain, means: plain),
        Example(.startsWithEXTM3U, "a comment in front", "# made by x\n" + plain, means: plain),
        Example(
            .startsWithEXTM3U, "no EXTM3U", plain.replacing("#EXTM3U\n", with: ""), means: plain),
        Example(
            .tagValue, "text behind EXTM3U",
            plain.replacing("#EXTM3U", with: "#EXTM3U x-tvg-url=\"http://h/e.xml\""), means: plain),
        Example(.whitespace, "a blank before EXTM3U", " " + plain, means: plain),
        Example(
            .whitespace, "blanks behind lines", plain.replacing("\n", with: " \n"), means: plain),
        Example(
            .whitespace, "a blank behind the colon", plain.replacing(":4", with: ": 4"),
            means: plain),
        Example(
            .extinf, "no comma", plain.replacing(":4,t", with: ":4"),
            means: plain.replacing("4,t", with: "4,")),
        Example(.extinf, "a plus sign", plain.replacing(":4,t", with: ":+4,t"), means: plain),
        Example(
            .extinf, "attributes in EXTINF",
            plain.replacing(":4,t", with: ":4 tvg-id=\"x\",t"),
            means: plain.replacing(":4,t", with: ":4,")),
        Example(
            .extinf, "a unit behind the duration", plain.replacing(":4,t", with: ":4s"),
            means: plain.replacing("4,t", with: "4,")),
        Example(
            .segmentWithoutEXTINF, "no EXTINF", plain.replacing("#EXTINF:4,t\n", with: ""),
            means: plain.replacing("4,t", with: "4,")),
        Example(
            .missingTag, "no target duration",
            plain.replacing("#EXT-X-TARGETDURATION:4\n", with: ""), means: plain),
        Example(
            .tagValue, "a target duration with a point",
            plain.replacing("TION:4\n", with: "TION:4.0\n"),
            means: plain),
        Example(
            .tagValue, "a target duration in quotes",
            plain.replacing("TION:4\n", with: "TION:\"4\"\n"),
            means: plain),
    ]

    static let ofAttributes: [Example] = [
        .media(.whitespace, "blanks behind commas", key + ", IV=0x1", means: key + ",IV=0x1"),
        .media(
            .whitespace, "blanks around equals signs", "#EXT-X-KEY:METHOD = AES-128, URI= \"k\"",
            means: key),
        .media(.attributeSyntax, "a comma at the end", key + ",", means: key),
        .media(
            .attributeSyntax, "a comma in front", "#EXT-X-KEY:,METHOD=AES-128,URI=\"k\"",
            means: key),
        .media(.attributeQuotes, "no quotes", "#EXT-X-KEY:METHOD=AES-128,URI=k", means: key),
        .media(.attributeQuotes, "one quote", "#EXT-X-KEY:METHOD=AES-128,URI=\"k", means: key),
        .media(
            .attributeQuotes, "a word in quotes", "#EXT-X-KEY:METHOD=\"AES-128\",URI=\"k\"",
            means: key),
        .media(.repeatedAttribute, "an attribute again", key + ",URI=\"l\"", means: key),
        .media(
            .attributeSyntax, "names in small letters", "#EXT-X-KEY:method=AES-128,uri=\"k\"",
            means: key),
        .media(
            .attributeValue, "a method in small letters", "#EXT-X-KEY:METHOD=aes-128,URI=\"k\"",
            means: key),
        .media(
            .attributeValue, "yes", "#EXT-X-START:TIME-OFFSET=1,PRECISE=yes",
            means: "#EXT-X-START:TIME-OFFSET=1,PRECISE=YES"),
        .media(
            .attributeQuotes, "YES in quotes", "#EXT-X-START:TIME-OFFSET=1,PRECISE=\"YES\"",
            means: "#EXT-X-START:TIME-OFFSET=1,PRECISE=YES"),
        .media(
            .tagValue, "a type in small letters", "#EXT-X-PLAYLIST-TYPE:vod",
            means: "#EXT-X-PLAYLIST-TYPE:VOD"),
        .media(.tagValue, "a value of ENDLIST", "#EXT-X-ENDLIST:1", means: "#EXT-X-ENDLIST"),
        .media(
            .attributeValue, "a hint in small letters", "#EXT-X-PRELOAD-HINT:TYPE=part,URI=\"p\"",
            means: "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"p\""),
        .media(.repeatedTag, "EXTM3U again", "#EXTM3U\n#EXT-X-GAP", means: "#EXT-X-GAP"),
        .media(
            .mixedKinds, "a tag of multivariant playlists", "#EXT-X-SESSION-DATA:DATA-ID=\"d\"",
            means: ""),
        .variant(.attributeQuotes, "codecs without quotes", "CODECS=x", means: "CODECS=\"x\""),
        .variant(
            .attributeValue, "a large X", "CODECS=\"x\",RESOLUTION=1X2",
            means: "CODECS=\"x\",RESOLUTION=1x2"),
        .variant(
            .attributeValue, "a range in small letters", "CODECS=\"x\",VIDEO-RANGE=pq",
            means: "CODECS=\"x\",VIDEO-RANGE=PQ"),
        .variant(
            .attributeValue, "none", "CODECS=\"x\",CLOSED-CAPTIONS=none",
            means: "CODECS=\"x\",CLOSED-CAPTIONS=NONE"),
        .variant(
            .attributeQuotes, "a frame rate in quotes", "CODECS=\"x\",FRAME-RATE=\"25\"",
            means: "CODECS=\"x\",FRAME-RATE=25"),
        .variant(
            .attributeValue, "a type of rendition in small letters",
            "CODECS=\"x\"\nw\n#EXT-X-MEDIA:TYPE=audio,GROUP-ID=\"g\",NAME=\"n\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\"",
            means:
                "CODECS=\"x\"\nw\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\""
        ),
    ]

    @Test(arguments: ofTexts + ofAttributes)
    func `is taken for what it means, and the fault reported`(example: Example) throws {
        let playlist = try Playlist(parsing: example.sloppy)
        #expect(playlist == (try Playlist(parsing: example.proper)))
        #expect(
            playlist.diagnostics.contains { $0.rule == example.rule && $0.severity == .error },
            "\(playlist.diagnostics)")
    }

    @Test(arguments: ofTexts + ofAttributes)
    func `is refused by the strict parser`(example: Example) {
        let refusal = #expect(throws: PlaylistError.self) {
            try Playlist(parsing: example.sloppy, mode: .strict)
        }
        #expect(refusal?.section.isEmpty == false)
    }
}
