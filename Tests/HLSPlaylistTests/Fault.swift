import HLSPlaylist
import Testing

/// A text that breaks one rule.
struct Fault: Sendable, CustomTestStringConvertible {
    var rule: RuleID
    var line: Int
    var section: String
    var text: String
    var severity = Diagnostic.Severity.error
    var testDescription: String { "\(rule.rawValue): \(text)" }

    /// In a media playlist with a header of two lines and one segment at the end.
    static func media(
        _ rule: RuleID, _ section: String, line: Int = 3, _ body: String,
        severity: Diagnostic.Severity = .error
    ) -> Fault {
        Fault(
            rule: rule, line: line, section: section,
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(body)\n#EXTINF:4,\ns.ts\n",
            severity: severity)
    }

    /// In a multivariant playlist with a header of two lines and one variant at the end.
    static func multivariant(
        _ rule: RuleID, _ section: String, line: Int = 3, _ body: String, version: Int = 13,
        severity: Diagnostic.Severity = .error
    ) -> Fault {
        Fault(
            rule: rule, line: line, section: section,
            text: """
                #EXTM3U
                #EXT-X-VERSION:\(version)
                \(body)
                #EXT-X-STREAM-INF:BANDWIDTH=9,CODECS="avc1.64001f"
                v.m3u8

                """, severity: severity)
    }
}

/// Faults by what they are in.
extension Fault {
    static let ofTexts = [
        Fault(rule: .startsWithEXTM3U, line: 1, section: "4.4.1.1", text: "#EXTINF:4,\na.ts\n"),
        Fault(
            rule: .startsWithEXTM3U, line: 1, section: "4.4.1.1",
            text: "\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n"),
        Fault(
            rule: .byteOrderMark, line: 1, section: "4.1",
            text: "\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:1\n"),
        Fault(
            rule: .lineBreak, line: 1, section: "4.1", text: "#EXTM3U\r#EXT-X-TARGETDURATION:1\r"),
        .media(.lineBreak, "4.1", "#EXTINF:4,\rx.ts\n#EXTINF:4,\nx.ts"),
        .media(.controlCharacter, "4.1", "#EXTINF:4,a\u{0}b\nx.ts"),
        .media(.controlCharacter, "4.1", "#EXTINF:4,a\u{7F}b\nx.ts"),
        .media(.controlCharacter, "4.1", "#EXTINF:4,a\u{85}b\nx.ts"),
        .media(.whitespace, "4.1", line: 4, "#EXTINF:4,\n x.ts"),
        .media(.whitespace, "4.1", line: 4, "#EXTINF:4,\nx.ts "),
        .media(.mixedKinds, "4.1", line: 5, "#EXTINF:4,\nx.ts\n#EXT-X-MEDIA:TYPE=AUDIO"),
        .multivariant(
            .mixedKinds, "4.1", line: 5, "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\"\nv\n#EXTINF:4,"
        ),
    ]

    static let ofTags: [Fault] = [
        .media(.repeatedTag, "4.4.1.1", "#EXTM3U"),
        .media(.repeatedTag, "4.4.1.2", line: 4, "#EXT-X-VERSION:3\n#EXT-X-VERSION:3"),
        .media(.version, "4.4.1.2", "#EXT-X-VERSION:x"),
        .media(.version, "4.4.1.2", "#EXT-X-VERSION:0"),
        .media(
            .repeatedTag, "4.4.2.1", line: 4,
            "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-INDEPENDENT-SEGMENTS"),
        .media(
            .repeatedTag, "4.4.2.2", line: 4,
            "#EXT-X-START:TIME-OFFSET=1\n#EXT-X-START:TIME-OFFSET=1"),
        .media(.missingAttribute, "4.4.2.2", "#EXT-X-START:PRECISE=YES"),
        .media(.attributeValue, "4.4.2.2", "#EXT-X-START:TIME-OFFSET=1,PRECISE=MAYBE"),
        .media(.attributeValue, "4.4.2.2", "#EXT-X-START:TIME-OFFSET=x"),
        .media(.start, "4.4.2.2", "#EXT-X-START:TIME-OFFSET=-100", severity: .warning),
        .media(.repeatedTag, "4.4.3.1", "#EXT-X-TARGETDURATION:4"),
        .media(
            .repeatedTag, "4.4.3.2", line: 4, "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-MEDIA-SEQUENCE:1"),
        .media(.tagValue, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:-1"),
        .media(.tagValue, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:"),
        .media(.tagValue, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:9223372036854775808"),
        .media(.misplacedTag, "4.4.3.2", line: 5, "#EXTINF:4,\na.ts\n#EXT-X-MEDIA-SEQUENCE:1"),
        .media(
            .repeatedTag, "4.4.3.3", line: 4,
            "#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:1"),
        .media(.tagValue, "4.4.3.3", "#EXT-X-DISCONTINUITY-SEQUENCE:x"),
        .media(
            .misplacedTag, "4.4.3.3", line: 4,
            "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:1"),
        .media(
            .misplacedTag, "4.4.3.3", line: 5, "#EXTINF:4,\na.ts\n#EXT-X-DISCONTINUITY-SEQUENCE:1"),
        .media(.repeatedTag, "4.4.3.4", line: 4, "#EXT-X-ENDLIST\n#EXT-X-ENDLIST"),
        .media(.tagValue, "4.4.3.5", "#EXT-X-PLAYLIST-TYPE:LIVE"),
        .media(
            .repeatedTag, "4.4.3.5", line: 4, "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-PLAYLIST-TYPE:VOD"),
        .media(.missingAttribute, "4.4.3.7", "#EXT-X-PART-INF:"),
        .media(.serverControl, "4.4.3.8", "#EXT-X-PART-INF:PART-TARGET=1"),
        .media(
            .serverControl, "4.4.3.8", line: 4,
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=1.9"),
        .media(.serverControl, "4.4.3.8", "#EXT-X-SERVER-CONTROL:HOLD-BACK=11.9"),
        .media(.serverControl, "4.4.3.8", "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=23.9"),
        .media(.serverControl, "4.4.3.8", "#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES"),
        Fault(rule: .missingTag, line: 3, section: "4.4.3.1", text: "#EXTM3U\n#EXTINF:4,\na.ts\n"),
        Fault(
            rule: .tagValue, line: 2, section: "4.4.3.1",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:4.5\n#EXTINF:4,\na.ts\n"),
        .media(.tagValue, "8", "#EXT-X-ALLOW-CACHE:YES", severity: .warning),
    ]

    static let ofSegments: [Fault] = [
        .media(.extinf, "4.4.4.1", "#EXTINF:x,\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:-1,\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:4\u{20}a,\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:,\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:99999999999,\na.ts"),
        .media(.targetDuration, "4.4.3.1", "#EXTINF:5,\na.ts"),
        .media(.targetDuration, "4.4.3.1", line: 4, "#EXT-X-VERSION:3\n#EXTINF:4.5,\na.ts"),
        .media(.segmentWithoutEXTINF, "4.4.4.1", "a.ts"),
        .media(.segmentWithoutURI, "4.4.4.1", line: 4, "#EXTINF:4,"),
        .media(.byteRange, "4.4.4.2", line: 4, "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:x"),
        .media(.byteRange, "4.4.4.2", line: 4, "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:5@"),
        .media(
            .byteRangeOffset, "4.4.4.2", line: 6,
            "#EXT-X-VERSION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:5\na.ts"),
        .media(
            .byteRangeOffset, "4.4.4.2", line: 9,
            "#EXT-X-VERSION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:5@0\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:5\nb.ts"
        ),
        .media(.missingAttribute, "4.4.4.4", "#EXT-X-KEY:URI=\"k\""),
        .media(.keyURI, "4.4.4.4", "#EXT-X-KEY:METHOD=AES-128"),
        .media(.keyMethod, "4.4.4.4", "#EXT-X-KEY:METHOD=ROT13,URI=\"k\""),
        .media(.forbiddenAttribute, "4.4.4.4", "#EXT-X-KEY:METHOD=NONE,URI=\"k\""),
        .media(
            .keyIV, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01",
            severity: .warning),
        .media(
            .keyIV, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0000000000000000000000000000000001"
        ),
        .media(
            .keyIV, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\",IV=0x00000000000000000000000000000001"
        ),
        .media(
            .attributeValue, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=12"),
        .media(
            .attributeValue, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:5\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"a\""),
        .media(
            .missingAttribute, "4.4.4.5", line: 4, "#EXT-X-VERSION:6\n#EXT-X-MAP:BYTERANGE=\"1@1\""),
        .media(
            .attributeValue, "4.4.4.5", line: 4,
            "#EXT-X-VERSION:6\n#EXT-X-MAP:URI=\"i\",BYTERANGE=\"x\""),
        .media(
            .mapNeedsIV, "4.4.4.5", line: 5,
            "#EXT-X-VERSION:6\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\""),
        .media(.dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:yesterday"),
        .media(.dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:2026-02-29T00:00:00Z"),
        .media(.tagValue, "4.4.4.8", "#EXT-X-BITRATE:fast"),
        .media(.missingTag, "4.4.4.9", "#EXT-X-PART:DURATION=1,URI=\"p\""),
        .media(
            .partDuration, "4.4.4.9", line: 5,
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART:DURATION=1.1,URI=\"p\""
        ),
        .media(
            .byteRangeOffset, "4.4.4.9", line: 5,
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"5\""
        ),
        .media(.missingAttribute, "4.4.4.9", "#EXT-X-PART:URI=\"p\""),
        .media(.missingAttribute, "4.4.4.9", "#EXT-X-PART:DURATION=1"),
    ]

    static let ofMetadata: [Fault] = [
        .media(
            .missingAttribute, "4.4.5.1", "#EXT-X-DATERANGE:START-DATE=\"2026-05-01T00:00:00Z\""),
        .media(
            .missingAttribute, "4.4.5.1", line: 4,
            "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\""),
        .media(
            .missingAttribute, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",END-ON-NEXT=YES"),
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:00Z\",END-ON-NEXT=YES,DURATION=1"
        ),
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:01Z\",END-DATE=\"2026-05-01T00:00:00Z\""
        ),
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",END-DATE=\"2026-05-01T00:00:02Z\",DURATION=1"
        ),
        .media(
            .dateRange, "4.4.5.1", "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\""),
        .media(
            .dateRange, "4.4.5.1", line: 5,
            "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\"\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:01Z\""
        ),
        .media(.attributeValue, "4.4.5.1", "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"soon\""),
        .media(
            .attributeValue, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",DURATION=-1"),
        .media(
            .attributeValue, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",SCTE35-OUT=FC"),
        .media(.missingAttribute, "4.4.5.2", line: 4, "#EXT-X-VERSION:9\n#EXT-X-SKIP:X=1"),
        .media(
            .misplacedTag, "4.4.5.2", line: 6,
            "#EXT-X-VERSION:9\n#EXTINF:4,\na.ts\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1"),
        .media(.attributeValue, "4.4.5.3", "#EXT-X-PRELOAD-HINT:TYPE=ALL,URI=\"u\""),
        .media(.missingAttribute, "4.4.5.3", "#EXT-X-PRELOAD-HINT:TYPE=PART"),
        .media(.missingAttribute, "4.4.5.3", "#EXT-X-PRELOAD-HINT:URI=\"u\""),
        .media(
            .preloadHint, "4.4.5.3", line: 4,
            "#EXT-X-ENDLIST\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"u\""),
        .media(.missingAttribute, "4.4.5.4", "#EXT-X-RENDITION-REPORT:LAST-MSN=1"),
    ]

    static let ofVariables: [Fault] = [
        .multivariant(.missingAttribute, "4.4.2.3", "#EXT-X-DEFINE:NAME=\"n\""),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:VALUE=\"n\""),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\",IMPORT=\"n\""),
        .multivariant(
            .definition, "4.4.2.3", "#EXT-X-DEFINE:IMPORT=\"n\"", severity: .warning),
        .multivariant(
            .definition, "4.4.2.3", "#EXT-X-DEFINE:QUERYPARAM=\"n\"", severity: .warning),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"v\""),
        .multivariant(
            .definition, "4.4.2.3", line: 4,
            "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\"\n#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\""),
        .multivariant(
            .undefinedVariable, "4.3", line: 4,
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\"\n{$n}.m3u8"),
        .multivariant(
            .undefinedVariable, "4.3", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"{$n}\"\nv"),
    ]

    /// Section 8: the version that a feature came with, less one.
    static let ofVersions: [Fault] = [
        .media(
            .requiredVersion, "8",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001"),
        .media(.requiredVersion, "8", line: 4, "#EXT-X-VERSION:2\n#EXTINF:3.5,\na.ts"),
        .media(
            .requiredVersion, "8", line: 5,
            "#EXT-X-VERSION:3\n#EXTINF:4,\n#EXT-X-BYTERANGE:1@0\na.ts"),
        .media(.requiredVersion, "8", line: 4, "#EXT-X-VERSION:3\n#EXT-X-I-FRAMES-ONLY"),
        .media(
            .requiredVersion, "8", line: 4,
            "#EXT-X-VERSION:4\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\""),
        .media(
            .requiredVersion, "8", line: 4,
            "#EXT-X-VERSION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"f\""),
        .media(.requiredVersion, "8", line: 4, "#EXT-X-VERSION:5\n#EXT-X-MAP:URI=\"i\""),
        .media(
            .requiredVersion, "8", line: 5,
            "#EXT-X-VERSION:4\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"i\""),
        .media(
            .requiredVersion, "8", line: 4, "#EXT-X-VERSION:7\n#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\""
        ),
        .media(.requiredVersion, "8", line: 4, "#EXT-X-VERSION:8\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1"),
        .media(
            .requiredVersion, "8", line: 4,
            "#EXT-X-VERSION:9\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"a\""),
        .multivariant(
            .requiredVersion, "8",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"SERVICE63\"",
            version: 6),
        .multivariant(
            .requiredVersion, "8",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",REQ-VIDEO-LAYOUT=\"CH-STEREO\"\nv",
            version: 11),
        .multivariant(
            .requiredVersion, "8",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"1\"", version: 12),
    ]

    static let all =
        ofTexts + ofTags + ofSegments + ofMetadata + ofRenditions + ofVariants + ofSessions
        + ofVariables + ofVersions
}
