import HLSPlaylist

/// Faults of variables and versions.
extension Fault {
    static let ofVariables: [Fault] = [
        .media(
            .definition, "4.4.2.3", line: 4, "#EXT-X-VERSION:8\n#EXT-X-DEFINE:IMPORT=\"n\"",
            severity: .warning),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:IMPORT=\"n\",QUERYPARAM=\"n\""),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:QUERYPARAM=\"a b\""),
        .multivariant(.missingAttribute, "4.4.2.3", "#EXT-X-DEFINE:NAME=\"n\""),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:VALUE=\"n\""),
        .multivariant(.definition, "4.4.2.3", "#EXT-X-DEFINE:NAME=\"n\",VALUE=\"v\",IMPORT=\"n\""),
        .multivariant(
            .definition, "4.4.2.3", "#EXT-X-DEFINE:IMPORT=\"n\""),
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
        .media(
            .requiredVersion, "8", line: 4, "#EXT-X-VERSION:10\n#EXT-X-DEFINE:QUERYPARAM=\"n\""),
        .multivariant(
            .requiredVersion, "8",
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"f\"", version: 4),
        .multivariant(
            .requiredVersion, "8", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",REQ-NEW=1\nv",
            version: 11),
    ]
}
