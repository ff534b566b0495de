import HLSPlaylist
import Testing

@Suite struct `A limit` {
    static let cases: [(RuleID, @Sendable (inout PlaylistLimits) -> Void, String)] = [
        (.byteLimit, { $0.bytes = 30 }, ""),
        (.lineLimit, { $0.lines = 3 }, "\n\n\n"),
        (.lineLengthLimit, { $0.lineLength = 40 }, "#" + String(repeating: "x", count: 60)),
        (.attributeLimit, { $0.attributes = 2 }, "#EXT-X-START:A=1,B=2,C=3"),
        (
            .variableLimit, { $0.variables = 1 },
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n#EXT-X-DEFINE:NAME=\"b\",VALUE=\"\""
        ),
        (
            .keyLimit, { $0.keys = 1 },
            "#EXT-X-KEY:METHOD=AES-128,URI=\"a\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"a\",KEYFORMAT=\"f\""
        ),
        (.bareSegmentLimit, { $0.bareSegments = 1 }, "a\nb"),
        (
            .entryLimit, { $0.entries = 2 },
            "#EXT-X-STREAM-INF:BANDWIDTH=1\nv\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\"\n#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\""
        ),
        (.segmentLimit, { $0.segments = 1 }, "#EXTINF:1,\na\n#EXTINF:1,\nb"),
        (
            .substitutionLimit, { $0.substitutedBytes = 9 },
            "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"xxxx\"\n#EXT-X-DEFINE:NAME=\"b\",VALUE=\"{$a}{$a}{$a}\""
        ),
    ]

    @Test(arguments: cases.indices)
    func `refuses what exceeds it, by name`(index: Int) {
        let (rule, lower, body) = Self.cases[index]
        var limits = PlaylistLimits()
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(body)\n"
        #expect(throws: Never.self) { try Playlist(parsing: text) }
        lower(&limits)
        let failure = #expect(throws: PlaylistError.self) {
            try Playlist(parsing: text, context: ParsingContext(limits: limits))
        }
        #expect(failure?.rule == rule)
    }

    @Test(
        arguments: RuleID.allCases.filter {
            $0.rawValue.hasPrefix("limit.") && $0 != .numberLimit
        })
    func `stands in this table`(rule: RuleID) {
        #expect(Self.cases.contains { $0.0 == rule })
    }

    @Test func `keeps the number of diagnostics down`() throws {
        let text = "#EXTM3U\n" + String(repeating: "#EXTINF:x,\na.ts\n", count: 3_000)
        let playlist = try MediaPlaylist(parsing: text)
        #expect(playlist.diagnostics.count == PlaylistLimits.standardDiagnostics)
        #expect(playlist.segments.count == 3_000)
    }

    @Test func `stops variables that double each other`() {
        var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"0123456789\"\n"
        for index in 1..<100 {
            text += "#EXT-X-DEFINE:NAME=\"v\(index)\",VALUE=\"{$v\(index - 1)}{$v\(index - 1)}\"\n"
        }
        let failure = #expect(throws: PlaylistError.self) { try Playlist(parsing: text) }
        #expect(failure?.rule == .substitutionLimit)
    }
}
