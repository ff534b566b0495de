import HLSPlaylist

/// Faults of segments and their parts.
extension Fault {
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
        .media(.extinf, "4.4.4.1", "#EXTINF:+4,\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:4\na.ts"),
        .media(.extinf, "4.4.4.1", "#EXTINF:\na.ts"),
        .media(
            .repeatedTag, "4.4.4.2", line: 5,
            "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:5@0\n#EXT-X-BYTERANGE:5@0", severity: .warning),
        .media(.byteRange, "4.4.4.2", line: 4, "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:-5@0"),
        .media(.byteRange, "4.4.4.2", line: 4, "#EXT-X-VERSION:4\n#EXT-X-BYTERANGE:5@-1"),
        .media(
            .repeatedTag, "4.4.4.3", line: 4, "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY",
            severity: .warning),
        .media(.forbiddenAttribute, "4.4.4.4", "#EXT-X-KEY:METHOD=NONE,IV=0x00"),
        .media(.keyMethod, "4.4.4.4", "#EXT-X-KEY:METHOD=aes128,URI=\"k\""),
        .media(.attributeValue, "4.4.4.4", "#EXT-X-KEY:METHOD=aes-128,URI=\"k\""),
        .media(.attributeValue, "4.4.4.4", "#EXT-X-KEY:METHOD=AES-128,URI=\"\""),
        .media(
            .attributeValue, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:5\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"0\""),
        .media(
            .attributeValue, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:5\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMATVERSIONS=\"1/+2\""),
        .media(
            .attributeValue, "4.4.4.4", line: 4,
            "#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0000000000000000000000000000000a",
            severity: .warning),
        .media(
            .dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00",
            severity: .warning),
        .media(.dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:2026-05-01 00:00:00Z"),
        .media(.dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:2026-05-01t00:00:00Z"),
        .media(.dateTime, "4.4.4.6", "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00z"),
        .media(
            .repeatedTag, "4.4.4.6", line: 4,
            "#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z\n#EXT-X-PROGRAM-DATE-TIME:2026-05-01T00:00:00Z",
            severity: .warning),
        .media(
            .repeatedTag, "4.4.4.7", line: 4, "#EXT-X-GAP\n#EXT-X-GAP", severity: .warning),
        .media(.tagValue, "4.4.4.8", "#EXT-X-BITRATE:-1"),
        .media(.numberLimit, "4.4.4.8", "#EXT-X-BITRATE:4294967295"),
    ]

    private static let partHeader =
        "#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n"

    static let ofParts: [Fault] = [
        .media(
            .partDuration, "4.4.4.9", line: 5,
            partHeader
                + "#EXT-X-PART:DURATION=0.84,URI=\"p\"\n#EXT-X-PART:DURATION=1,URI=\"q\""),
        .media(
            .byteRangeOffset, "4.4.4.9", line: 6,
            partHeader
                + "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"5@0\"\n#EXT-X-PART:DURATION=1,URI=\"q\",BYTERANGE=\"5\""
        ),
        .media(
            .attributeValue, "4.4.4.9", line: 5,
            partHeader + "#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"5@x\""),
        .media(
            .attributeValue, "4.4.4.9", line: 5, partHeader + "#EXT-X-PART:DURATION=1,URI=\"\""),
    ]
}
