import HLSPlaylist

/// Faults of multivariant playlists.
extension Fault {
    static let ofRenditions: [Fault] = [
        .multivariant(.missingAttribute, "4.4.6.1", "#EXT-X-MEDIA:GROUP-ID=\"g\",NAME=\"n\""),
        .multivariant(.missingAttribute, "4.4.6.1", "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"n\""),
        .multivariant(.missingAttribute, "4.4.6.1", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\""),
        .multivariant(
            .missingAttribute, "4.4.6.1", "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\""),
        .multivariant(
            .missingAttribute, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\""),
        .multivariant(.rendition, "4.4.6.1", "#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"g\",NAME=\"n\""),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC1\",URI=\"u\""
        ),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC5\""),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"SERVICE64\""),
        .multivariant(
            .rendition, "4.4.6.1", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",FORCED=YES"),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",DEFAULT=YES,AUTOSELECT=NO"),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"\""),
        .multivariant(
            .attributeValue, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",STABLE-RENDITION-ID=\"a b\""),
        .multivariant(
            .attributeValue, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",BIT-DEPTH=x"),
        .multivariant(
            .renditionGroup, "4.4.6.1", line: 4,
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\""
        ),
        .multivariant(
            .renditionGroup, "4.4.6.1", line: 4,
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",DEFAULT=YES\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"m\",DEFAULT=YES"
        ),
    ]

    private static func renditions(_ attributes: String...) -> String {
        attributes.map { "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\($0)" }.joined(separator: "\n")
    }

    static let ofRenditionGroups: [Fault] = [
        .multivariant(
            .groupMembers, "4.4.6.1", line: 4,
            renditions("\"g\",NAME=\"n\"", "\"h\",NAME=\"m\""), severity: .warning),
        .multivariant(
            .groupMembers, "4.4.6.1", line: 5,
            renditions("\"g\",NAME=\"n\"", "\"g\",NAME=\"m\"", "\"h\",NAME=\"n\""),
            severity: .warning),
        .multivariant(
            .groupMembers, "4.4.6.1", line: 4,
            renditions("\"g\",NAME=\"n\",LANGUAGE=\"en\"", "\"h\",NAME=\"n\",LANGUAGE=\"de\""),
            severity: .warning),
        .multivariant(
            .groupMembers, "4.4.6.1", line: 4,
            renditions("\"g\",NAME=\"n\",DEFAULT=YES", "\"h\",NAME=\"n\""), severity: .warning),
        .multivariant(
            .autoselect, "4.4.6.1", line: 4,
            renditions("\"g\",NAME=\"n\",AUTOSELECT=YES", "\"g\",NAME=\"m\",AUTOSELECT=YES"),
            severity: .warning),
        .multivariant(.attributeValue, "4.4.6.1", renditions("\"\",NAME=\"n\"")),
        .multivariant(.attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"\"")),
        .multivariant(
            .attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"n\",LANGUAGE=\"en_US\"")),
        .multivariant(
            .attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"n\",LANGUAGE=\"\"")),
        .multivariant(
            .attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"n\",ASSOC-LANGUAGE=\"12\"")),
        .multivariant(
            .attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"n\",CHANNELS=\"stereo\"")),
        .multivariant(
            .attributeValue, "4.4.6.1", renditions("\"g\",NAME=\"n\",CHANNELS=\"2/joc\"")),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\",URI=\"u\",CHANNELS=\"2\"",
            severity: .warning),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC0\""),
        .multivariant(
            .rendition, "4.4.6.1",
            "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"SERVICE0\""),
        .multivariant(
            .renditionGroup, "4.4.6.3",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\",VIDEO=\"none\""),
    ]

    private static func variant(
        _ rule: RuleID, _ attributes: String, severity: Diagnostic.Severity = .error
    ) -> Fault {
        .multivariant(
            rule, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,\(attributes)\nv", severity: severity)
    }

    static let ofCodecs: [Fault] = [
        variant(.codecs, "CODECS=\"\"", severity: .warning),
        variant(.codecs, "CODECS=\"avc1.64001f,,mp4a.40.2\"", severity: .warning),
        variant(.codecs, "CODECS=\"avc1.64001f mp4a.40.2\"", severity: .warning),
        .multivariant(
            .codecs, "4.4.6.2", line: 4,
            renditions("\"g\",NAME=\"n\"")
                + "\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64001f\",AUDIO=\"g\"\nv",
            severity: .warning),
        variant(
            .codecs, "CODECS=\"hvc1.2.4.L153\",SUPPLEMENTAL-CODECS=\"dvh1.08.07\"",
            severity: .warning),
        variant(.bandwidth, "CODECS=\"x\",AVERAGE-BANDWIDTH=2", severity: .warning),
        variant(.requiredAttribute, "CODECS=\"x\",REQ-NEW=1", severity: .warning),
        variant(.attributeValue, "CODECS=\"x\",HDCP-LEVEL=TYPE-2"),
        variant(.attributeValue, "CODECS=\"x\",VIDEO-RANGE=HDR"),
        variant(.attributeValue, "CODECS=\"x\",ALLOWED-CPC=\"A/B\""),
        variant(.attributeValue, "CODECS=\"x\",ALLOWED-CPC=\"k:a\""),
        variant(.attributeValue, "CODECS=\"x\",PATHWAY-ID=\"a/b\""),
        variant(.attributeValue, "CODECS=\"x\",STABLE-VARIANT-ID=\"a,b\""),
        variant(.attributeValue, "CODECS=\"x\",CLOSED-CAPTIONS=none"),
        variant(.videoLayout, "CODECS=\"x\",REQ-VIDEO-LAYOUT=\"\"", severity: .warning),
    ]

    static let ofVariants: [Fault] = [
        .multivariant(.missingAttribute, "4.4.6.2", "#EXT-X-STREAM-INF:CODECS=\"x\"\nv"),
        .multivariant(
            .attributeValue, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=fast,CODECS=\"x\"\nv"),
        .multivariant(
            .attributeValue, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",RESOLUTION=1920\nv"),
        .multivariant(
            .attributeValue, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",FRAME-RATE=fast\nv"),
        .multivariant(
            .attributeValue, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",CLOSED-CAPTIONS=CC\nv"),
        .multivariant(
            .attributeValue, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",PATHWAY-ID=\"a b\"\nv"),
        .multivariant(
            .attributeQuotes, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=\"1\",CODECS=\"x\"\nv"),
        .multivariant(.attributeQuotes, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=x\nv"),
        .multivariant(.attributeQuotes, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\nv"),
        .multivariant(
            .attributeSyntax, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\"y\nv"),
        .multivariant(
            .attributeSyntax, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",odd=1\nv"),
        .multivariant(
            .attributeSyntax, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",ODD\nv"),
        .multivariant(
            .attributeSyntax, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,,CODECS=\"x\"\nv"),
        .multivariant(
            .attributeSyntax, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",\nv"),
        .multivariant(
            .repeatedAttribute, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",BANDWIDTH=2\nv"),
        .multivariant(.whitespace, "4.2", "#EXT-X-STREAM-INF:BANDWIDTH=1, CODECS=\"x\"\nv"),
        .multivariant(.whitespace, "4.2", "#EXT-X-STREAM-INF:BANDWIDTH= 1,CODECS=\"x\"\nv"),
        .multivariant(
            .renditionGroup, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",AUDIO=\"none\"\nv"),
        .multivariant(
            .renditionGroup, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",CLOSED-CAPTIONS=\"none\"\nv"),
        .multivariant(
            .closedCaptions, "4.4.6.2", line: 5,
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",CLOSED-CAPTIONS=NONE\nv"),
        .multivariant(
            .variantWithoutURI, "4.4.6.2", line: 4, "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\""),
        .multivariant(.uriWithoutVariant, "4.4.6.2", "v"),
        .multivariant(
            .score, "4.4.6.2", line: 5, "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",SCORE=1\nv",
            severity: .warning),
        .multivariant(.codecs, "4.4.6.2", "#EXT-X-STREAM-INF:BANDWIDTH=1\nv", severity: .warning),
        .multivariant(
            .videoLayout, "4.4.6.2",
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"x\",REQ-VIDEO-LAYOUT=\"CH-QUAD\"\nv",
            severity: .warning),
        .multivariant(.missingAttribute, "4.4.6.3", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1"),
        .multivariant(.missingAttribute, "4.4.6.3", "#EXT-X-I-FRAME-STREAM-INF:URI=\"i\""),
        .multivariant(
            .forbiddenAttribute, "4.4.6.3",
            "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\",FRAME-RATE=1"),
    ]

    static let ofSessions: [Fault] = [
        .multivariant(.missingAttribute, "4.4.6.4", "#EXT-X-SESSION-DATA:VALUE=\"v\""),
        .multivariant(.sessionData, "4.4.6.4", "#EXT-X-SESSION-DATA:DATA-ID=\"d\""),
        .multivariant(
            .sessionData, "4.4.6.4", "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\",URI=\"u\""),
        .multivariant(
            .sessionData, "4.4.6.4", line: 4,
            "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\"\n#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"w\""
        ),
        .multivariant(.keyMethod, "4.4.6.5", "#EXT-X-SESSION-KEY:METHOD=NONE"),
        .multivariant(
            .sessionKey, "4.4.6.5", line: 4,
            "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\""
        ),
        .multivariant(
            .sessionData, "4.4.6.4", line: 4,
            "#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"v\",LANGUAGE=\"en\"\n#EXT-X-SESSION-DATA:DATA-ID=\"d\",VALUE=\"w\",LANGUAGE=\"en\""
        ),
        .multivariant(
            .attributeValue, "4.4.6.4", "#EXT-X-SESSION-DATA:DATA-ID=\"d\",URI=\"u\",FORMAT=XML"),
        .multivariant(.keyURI, "4.4.6.5", "#EXT-X-SESSION-KEY:METHOD=AES-128"),
        .multivariant(.missingAttribute, "4.4.6.5", "#EXT-X-SESSION-KEY:URI=\"k\""),
        .multivariant(
            .contentSteering, "4.4.6.6",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"A\"",
            severity: .warning),
        .multivariant(
            .attributeValue, "4.4.6.6",
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"a b\""),
        .multivariant(.missingAttribute, "4.4.6.6", "#EXT-X-CONTENT-STEERING:PATHWAY-ID=\"A\""),
        .multivariant(
            .repeatedTag, "4.4.6.6", line: 4,
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\"\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\""),
    ]
}
