import Testing

/// What the specification's list of attributes says of one: section 4.2 for the types.
struct AttributeRow: Sendable, CustomTestStringConvertible {
    enum ValueType: Sendable {
        case quoted(String)
        case word(String)
        case integer
        /// Seconds.
        case decimal(String)
        /// A number that is no time.
        case number
        case signed
        case flag
        case hexadecimal
        case resolution
        case date
        case identifier
    }

    var tag: String
    var name: String
    var type: ValueType
    /// What the tag has to have beside this attribute.
    var others = ""
    /// Lines before the tag.
    var before = ""
    var isRequired = false
    var section: String
    var isMultivariant = false
    /// Whether the playlist ends with EXT-X-ENDLIST.
    var hasEndList = true

    var testDescription: String { "\(tag):\(name)" }

    /// Line of the tag.
    var line: Int {
        text(nil).split(separator: "\n").firstIndex { $0.hasPrefix("#\(tag):") }.map { $0 + 1 } ?? 0
    }

    /// A playlist with the tag; without the attribute for nil.
    func text(_ value: String?) -> String {
        let list = [others, value.map { "\(name)=\($0)" } ?? ""].filter { !$0.isEmpty }
        let tag = "#\(tag):\(list.joined(separator: ","))"
        let tail =
            isMultivariant
            ? (self.tag == "EXT-X-STREAM-INF"
                ? "v.m3u8" : "#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"avc1.64001f\"\nv.m3u8")
            : "#EXTINF:4,\ns.ts" + (hasEndList ? "\n#EXT-X-ENDLIST" : "")
        let head = isMultivariant ? "" : "#EXT-X-TARGETDURATION:4\n"
        return "#EXTM3U\n#EXT-X-VERSION:13\n\(head)\(before)\(tag)\n\(tail)\n"
    }
}

extension AttributeRow {
    private static let parts =
        "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n"
    private static let clock = "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z\n"
    private static let skipping = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n"
    private static let dates = "ID=\"i\",START-DATE=\"2026-05-01T00:00:00Z\""

    static let all = ofEither + ofMedia + ofDateRanges + ofRenditions + ofVariants + ofSessions

    private static func rows(
        _ tag: String, _ section: String, before: String = "", multivariant: Bool = false,
        endList: Bool = true, _ attributes: [(String, ValueType, String, Bool)]
    ) -> [AttributeRow] {
        attributes.map { name, type, others, isRequired in
            AttributeRow(
                tag: tag, name: name, type: type, others: others, before: before,
                isRequired: isRequired, section: section, isMultivariant: multivariant,
                hasEndList: endList)
        }
    }

    private static let ofEither =
        rows(
            "EXT-X-START", "4.4.2.2",
            [("TIME-OFFSET", .signed, "", true), ("PRECISE", .flag, "TIME-OFFSET=0", false)])
        + rows(
            "EXT-X-DEFINE", "4.4.2.3",
            [
                ("NAME", .quoted("n"), "VALUE=\"v\"", false),
                ("VALUE", .quoted("v"), "NAME=\"n\"", true),
                ("IMPORT", .quoted("n"), "", false), ("QUERYPARAM", .quoted("n"), "", false),
            ])

    private static let ofMedia =
        rows(
            "EXT-X-PART-INF", "4.4.3.7", before: "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=30\n",
            [("PART-TARGET", .decimal("1.5"), "", true)])
        + rows(
            "EXT-X-SERVER-CONTROL", "4.4.3.8",
            [
                ("CAN-SKIP-UNTIL", .decimal("24"), "", false),
                ("CAN-SKIP-DATERANGES", .flag, "CAN-SKIP-UNTIL=24", false),
                ("HOLD-BACK", .decimal("12"), "", false),
                ("PART-HOLD-BACK", .decimal("3"), "", false),
                ("CAN-BLOCK-RELOAD", .flag, "", false),
            ])
        + rows(
            "EXT-X-KEY", "4.4.4.4",
            [
                ("METHOD", .word("SAMPLE-AES"), "URI=\"k\"", true),
                ("URI", .quoted("k"), "METHOD=AES-128", false),
                ("IV", .hexadecimal, "METHOD=AES-128,URI=\"k\"", false),
                ("KEYFORMAT", .quoted("f"), "METHOD=AES-128,URI=\"k\"", false),
                ("KEYFORMATVERSIONS", .quoted("1/2"), "METHOD=AES-128,URI=\"k\"", false),
            ])
        + rows(
            "EXT-X-MAP", "4.4.4.5",
            [("URI", .quoted("i"), "", true), ("BYTERANGE", .quoted("5@0"), "URI=\"i\"", false)])
        + rows(
            "EXT-X-PART", "4.4.4.9", before: parts,
            [
                ("URI", .quoted("p"), "DURATION=1", true),
                ("DURATION", .decimal("0.9"), "URI=\"p\"", true),
                ("INDEPENDENT", .flag, "DURATION=1,URI=\"p\"", false),
                ("BYTERANGE", .quoted("5@0"), "DURATION=1,URI=\"p\"", false),
                ("GAP", .flag, "DURATION=1,URI=\"p\"", false),
            ])
        + rows(
            "EXT-X-SKIP", "4.4.5.2", before: skipping,
            [
                ("SKIPPED-SEGMENTS", .integer, "", true),
                ("RECENTLY-REMOVED-DATERANGES", .quoted("a\tb"), "SKIPPED-SEGMENTS=1", false),
            ])
        + rows(
            "EXT-X-PRELOAD-HINT", "4.4.5.3", endList: false,
            [
                ("TYPE", .word("PART"), "URI=\"p\"", true),
                ("URI", .quoted("p"), "TYPE=MAP", true),
                ("BYTERANGE-START", .integer, "TYPE=MAP,URI=\"p\"", false),
                ("BYTERANGE-LENGTH", .integer, "TYPE=MAP,URI=\"p\"", false),
            ])
        + rows(
            "EXT-X-RENDITION-REPORT", "4.4.5.4",
            [
                ("URI", .quoted("r"), "LAST-MSN=1", true),
                ("LAST-MSN", .integer, "URI=\"r\"", false),
                ("LAST-PART", .integer, "URI=\"r\"", false),
            ])

    private static let ofDateRanges = rows(
        "EXT-X-DATERANGE", "4.4.5.1", before: clock,
        [
            ("ID", .quoted("i"), "START-DATE=\"2026-05-01T00:00:00Z\"", true),
            ("CLASS", .quoted("c"), dates, false), ("START-DATE", .date, "ID=\"i\"", true),
            ("CUE", .quoted("PRE,ONCE"), dates, false), ("END-DATE", .date, dates, false),
            ("DURATION", .decimal("1.5"), dates, false),
            ("PLANNED-DURATION", .decimal("1.5"), dates, false),
            ("SCTE35-CMD", .hexadecimal, dates, false), ("SCTE35-OUT", .hexadecimal, dates, false),
            ("SCTE35-IN", .hexadecimal, dates, false),
            ("END-ON-NEXT", .word("YES"), dates + ",CLASS=\"c\"", false),
        ])

    private static let ofRenditions: [AttributeRow] = {
        let audio = "TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\""
        let subtitles = "TYPE=SUBTITLES,URI=\"u\",GROUP-ID=\"g\",NAME=\"n\""
        return rows(
            "EXT-X-MEDIA", "4.4.6.1", multivariant: true,
            [
                ("TYPE", .word("AUDIO"), "GROUP-ID=\"g\",NAME=\"n\"", true),
                ("URI", .quoted("u"), "TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\"", true),
                ("GROUP-ID", .quoted("g"), "TYPE=AUDIO,NAME=\"n\"", true),
                ("LANGUAGE", .quoted("zh-Hant-TW"), audio, false),
                ("ASSOC-LANGUAGE", .quoted("en"), audio, false),
                ("NAME", .quoted("n"), "TYPE=AUDIO,GROUP-ID=\"g\"", true),
                ("STABLE-RENDITION-ID", .identifier, audio, false),
                ("DEFAULT", .flag, audio, false), ("AUTOSELECT", .flag, audio, false),
                ("FORCED", .flag, subtitles, false),
                (
                    "INSTREAM-ID", .quoted("SERVICE63"),
                    "TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\"", true
                ),
                ("BIT-DEPTH", .integer, audio, false), ("SAMPLE-RATE", .integer, audio, false),
                ("CHARACTERISTICS", .quoted("public.a,public.b"), audio, false),
                ("CHANNELS", .quoted("16/JOC,X-1/BINAURAL"), audio, false),
            ])
    }()

    private static let ofVariants: [AttributeRow] = {
        let common: [(String, ValueType, String, Bool)] = [
            ("BANDWIDTH", .integer, "", true),
            ("AVERAGE-BANDWIDTH", .integer, "BANDWIDTH=9", false),
            ("SCORE", .number, "BANDWIDTH=9", false),
            ("CODECS", .quoted("avc1.64001f,mp4a.40.2"), "BANDWIDTH=9", false),
            ("SUPPLEMENTAL-CODECS", .quoted("dvh1.08.07/db4h"), "BANDWIDTH=9", false),
            ("RESOLUTION", .resolution, "BANDWIDTH=9", false),
            ("HDCP-LEVEL", .word("TYPE-1"), "BANDWIDTH=9", false),
            ("ALLOWED-CPC", .quoted("com.a:B-1/C2,com.b:"), "BANDWIDTH=9", false),
            ("VIDEO-RANGE", .word("HLG"), "BANDWIDTH=9", false),
            ("REQ-VIDEO-LAYOUT", .quoted("CH-STEREO/PROJ-HEQU"), "BANDWIDTH=9", false),
            ("STABLE-VARIANT-ID", .identifier, "BANDWIDTH=9", false),
            ("PATHWAY-ID", .quoted("A.b-C_1"), "BANDWIDTH=9", false),
        ]
        func with(_ more: String) -> [(String, ValueType, String, Bool)] {
            common.map { name, type, others, isRequired in
                (
                    name, type,
                    [others, more.hasPrefix(name) ? "" : more].filter { !$0.isEmpty }
                        .joined(separator: ","), isRequired
                )
            }
        }
        let video = "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"n\"\n"
        let subtitles = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\",URI=\"s\"\n"
        let audio = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\"\n"
        let captions =
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC1\"\n"
        let stream = "BANDWIDTH=9,CODECS=\"avc1.64001f,mp4a.40.2\""
        let tag = "EXT-X-STREAM-INF"
        return rows(tag, "4.4.6.2", multivariant: true, with("CODECS=\"avc1.64001f\""))
            + rows(
                tag, "4.4.6.2", before: audio + video + subtitles + captions, multivariant: true,
                [
                    ("FRAME-RATE", .number, stream, false), ("AUDIO", .quoted("g"), stream, false),
                    ("VIDEO", .quoted("g"), stream, false),
                    ("SUBTITLES", .quoted("g"), stream, false),
                ])
            + rows(
                "EXT-X-I-FRAME-STREAM-INF", "4.4.6.3", before: video, multivariant: true,
                with("URI=\"i\"") + [
                    ("URI", .quoted("i"), "BANDWIDTH=9", true),
                    ("VIDEO", .quoted("g"), "BANDWIDTH=9,URI=\"i\"", false),
                ])
    }()

    private static let ofSessions =
        rows(
            "EXT-X-SESSION-DATA", "4.4.6.4", multivariant: true,
            [
                ("DATA-ID", .quoted("d"), "VALUE=\"v\"", true),
                ("VALUE", .quoted("v"), "DATA-ID=\"d\"", false),
                ("URI", .quoted("u"), "DATA-ID=\"d\"", false),
                ("FORMAT", .word("RAW"), "DATA-ID=\"d\",URI=\"u\"", false),
                ("LANGUAGE", .quoted("de"), "DATA-ID=\"d\",VALUE=\"v\"", false),
            ])
        + rows(
            "EXT-X-SESSION-KEY", "4.4.6.5", multivariant: true,
            [
                ("METHOD", .word("AES-128"), "URI=\"k\"", true),
                ("URI", .quoted("k"), "METHOD=AES-128", false),
                ("IV", .hexadecimal, "METHOD=AES-128,URI=\"k\"", false),
                ("KEYFORMAT", .quoted("f"), "METHOD=AES-128,URI=\"k\"", false),
                ("KEYFORMATVERSIONS", .quoted("1"), "METHOD=AES-128,URI=\"k\"", false),
            ])
        + rows(
            "EXT-X-CONTENT-STEERING", "4.4.6.6", multivariant: true,
            [
                ("SERVER-URI", .quoted("s"), "", true),
                ("PATHWAY-ID", .quoted("."), "SERVER-URI=\"s\"", false),
            ])
}
