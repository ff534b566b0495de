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

    /// Tags without value, and blanks around the colon.
    static let ofTagValues: [Fault] = [
        Fault(
            rule: .tagValue, line: 1, section: "4.4.1.1",
            text: "#EXTM3U x-tvg-url=\"http://h/\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"),
        .media(.tagValue, "4.4.2.1", "#EXT-X-INDEPENDENT-SEGMENTS:YES"),
        .media(.tagValue, "4.4.3.4", "#EXT-X-ENDLIST:1"),
        .media(.tagValue, "4.4.3.6", line: 4, "#EXT-X-VERSION:4\n#EXT-X-I-FRAMES-ONLY:1"),
        .media(.tagValue, "4.4.4.3", "#EXT-X-DISCONTINUITY:1"),
        .media(.tagValue, "4.4.4.7", "#EXT-X-GAP:1"),
        .media(.whitespace, "4.1", "#EXTINF: 4,\na.ts"),
        .media(.whitespace, "4.1", "#EXT-X-MEDIA-SEQUENCE :1"),
        .media(.tagValue, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:+1"),
        .media(.numberLimit, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:9223372036854775808"),
        .media(.numberLimit, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:18446744073709551615"),
        .media(.tagValue, "4.4.3.2", "#EXT-X-MEDIA-SEQUENCE:18446744073709551616"),
        .media(.numberLimit, "4.4.3.3", "#EXT-X-DISCONTINUITY-SEQUENCE:18446744073709551615"),
        .media(.tagValue, "4.4.3.5", "#EXT-X-PLAYLIST-TYPE:vod"),
        .media(.playlistType, "4.4.3.5", "#EXT-X-PLAYLIST-TYPE:VOD", severity: .warning),
        .media(.version, "4.4.1.2", "#EXT-X-VERSION:14", severity: .warning),
        .media(.version, "4.4.1.2", "#EXT-X-VERSION:-1"),
        .media(.start, "4.4.2.2", "#EXT-X-START:TIME-OFFSET=0", severity: .warning),
        .media(.start, "4.4.2.2", "#EXT-X-START:TIME-OFFSET=-3", severity: .warning),
        .media(
            .repeatedTag, "4.4.3.6", line: 5,
            "#EXT-X-VERSION:4\n#EXT-X-I-FRAMES-ONLY\n#EXT-X-I-FRAMES-ONLY"),
        .media(
            .repeatedTag, "4.4.3.7", line: 5,
            "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-PART-INF:PART-TARGET=1"
        ),
        .media(
            .repeatedTag, "4.4.3.8", line: 4,
            "#EXT-X-SERVER-CONTROL:HOLD-BACK=12\n#EXT-X-SERVER-CONTROL:HOLD-BACK=12"),
        .media(
            .serverControl, "4.4.3.8", line: 4,
            "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=2.9",
            severity: .warning),
        Fault(
            rule: .targetDuration, line: 3, section: "4.4.3.1",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:0\n#EXTINF:4,\na.ts\n"),
        Fault(
            rule: .tagValue, line: 2, section: "4.4.3.1",
            text: "#EXTM3U\n#EXT-X-TARGETDURATION:-4\n#EXTINF:4,\na.ts\n"),
    ]

    static let all =
        ofTexts + ofTags + ofTagValues + ofSegments + ofParts + ofMetadata + ofInterstitials
        + ofRenditions + ofRenditionGroups + ofVariants + ofCodecs + ofSessions + ofVariables
        + ofVersions
}
