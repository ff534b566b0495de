import HLSPlaylist

/// Faults of what is told beside the segments.
extension Fault {
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
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:00Z\",END-ON-NEXT=NO"
        ),
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:00Z\",END-ON-NEXT=YES,END-DATE=\"2026-05-01T00:00:00Z\""
        ),
        .media(
            .dateRange, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",CUE=\"PRE,POST\""),
        .media(
            .attributeValue, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",CUE=\"MID\""),
        .media(
            .attributeValue, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",X-A=YES"),
        .media(
            .attributeValue, "4.4.5.1",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",X-A=0xG"),
        .media(
            .attributeValue, "4.4.5.1", line: 4,
            clock + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00\"",
            severity: .warning),
        .media(
            .dateRange, "4.4.5.1", line: 5,
            clock
                + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",X-A=1\n#EXT-X-DATERANGE:ID=\"a\",X-A=2"
        ),
        .media(
            .dateRange, "4.4.5.1", line: 5,
            clock
                + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-05-01T00:00:00Z\",SCTE35-IN=0x01\n#EXT-X-DATERANGE:ID=\"a\",SCTE35-IN=0x02"
        ),
        .media(
            .dateRange, "4.4.5.1", line: 5,
            clock
                + "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:00Z\",DURATION=5\n#EXT-X-DATERANGE:ID=\"b\",CLASS=\"c\",START-DATE=\"2026-05-01T00:00:04Z\",END-ON-NEXT=YES"
        ),
        .media(
            .repeatedTag, "4.4.5.2", line: 6,
            "#EXT-X-VERSION:9\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1"
        ),
        .media(
            .skip, "4.4.5.2", line: 4, "#EXT-X-VERSION:9\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1",
            severity: .warning),
        .media(
            .preloadHint, "4.4.5.3", line: 4,
            "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"u\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"v\"",
            severity: .warning),
        .media(
            .renditionReport, "4.4.5.4", "#EXT-X-RENDITION-REPORT:URI=\"http://h/u\",LAST-MSN=1"),
        .media(.renditionReport, "4.4.5.4", "#EXT-X-RENDITION-REPORT:URI=\"//h/u\",LAST-MSN=1"),
    ]

    private static let clock = "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z\n"

    private static func interstitial(
        _ attributes: String, severity: Diagnostic.Severity = .error
    ) -> Fault {
        .media(
            .interstitial, "D.2", line: 4,
            clock
                + "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-05-01T00:00:00Z\",\(attributes)",
            severity: severity)
    }

    static let ofInterstitials: [Fault] = [
        interstitial("X-RESUME-OFFSET=0"),
        interstitial("X-ASSET-URI=\"a\",X-ASSET-LIST=\"b\""),
        interstitial("X-ASSET-URI=\"\""), interstitial("X-ASSET-LIST=1"),
        interstitial("X-ASSET-URI=\"a\",X-RESUME-OFFSET=\"0\""),
        interstitial("X-ASSET-URI=\"a\",X-PLAYOUT-LIMIT=-1"),
        interstitial("X-ASSET-URI=\"a\",X-PLAYOUT-LIMIT=\"1\""),
        interstitial("X-ASSET-URI=\"a\",X-SKIP-CONTROL-OFFSET=-1"),
        interstitial("X-ASSET-URI=\"a\",X-SKIP-CONTROL-DURATION=\"1\""),
        interstitial("X-ASSET-URI=\"a\",X-SKIP-CONTROL-LABEL-ID=\"skip 1\""),
        interstitial("X-ASSET-URI=\"a\",X-SNAP=1"), interstitial("X-ASSET-URI=\"a\",X-RESTRICT=1"),
        interstitial("X-ASSET-URI=\"a\",X-SNAP=\"OUT,UP\"", severity: .warning),
        interstitial("X-ASSET-URI=\"a\",X-RESTRICT=\"FLY\"", severity: .warning),
        interstitial("X-ASSET-URI=\"a\",X-CONTENT-MAY-VARY=\"MAYBE\"", severity: .warning),
        interstitial("X-ASSET-URI=\"a\",X-TIMELINE-OCCUPIES=\"LINE\"", severity: .warning),
        interstitial("X-ASSET-URI=\"a\",X-TIMELINE-STYLE=\"BOLD\"", severity: .warning),
    ]
}
