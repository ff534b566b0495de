import HLSPlaylist
import Testing

@Suite struct `An authoring rule` {
    static let faults: [Fault] = [
        .multivariant(
            .authoringResolution, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f",FRAME-RATE=25,AVERAGE-BANDWIDTH=1"#
                + "\nv"),
        .multivariant(
            .authoringFrameRate, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="avc1.64001f",RESOLUTION=1x1,AVERAGE-BANDWIDTH=1"#
                + "\nv"),
        .multivariant(
            .authoringAverageBandwidth, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="mp4a.40.2""# + "\nv"),
        .multivariant(
            .authoringPeak, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=3,CODECS="mp4a.40.2",AVERAGE-BANDWIDTH=1"# + "\nv"),
        .multivariant(
            .authoringLanguage, "4.4.6.1", #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n""#),
        .multivariant(.authoringIndependentSegments, "4.4.2.1", line: 1, ""),
        .multivariant(.authoringIFrames, "4.4.6.3", line: 4, ""),
        .multivariant(
            .authoringVideoRange, "4.4.6.2", line: 5,
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hvc1.2.4.L93",VIDEO-RANGE=PQ"# + "\nv"),
        .multivariant(
            .authoringVideoRange, "4.4.6.2", line: 5,
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="dvh1.05.06",VIDEO-RANGE=HLG"# + "\nv"),
        .multivariant(
            .authoringChannels, "4.4.6.1", #"#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="n""#),
        .multivariant(
            .authoringSampleEntry, "4.4.6.2",
            #"#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hev1.1.6.L93""# + "\nv"),
        .media(.authoringPlaylistType, "4.4.3.5", "#EXT-X-ENDLIST"),
    ]

    @Test(arguments: faults)
    func `is checked on demand, and breaches are warnings`(fault: Fault) throws {
        let context = ParsingContext(checksAuthoring: true)
        let found = try Playlist(parsing: fault.text, mode: .strict, context: context).diagnostics
            .first { $0.rule == fault.rule }
        #expect(found?.line == fault.line)
        #expect(found?.severity == .warning)
        #expect(found?.section == fault.section)
        let plain = try Playlist(parsing: fault.text).diagnostics
        #expect(!plain.contains { $0.rule == fault.rule })
    }

    @Test func `about video does not bind audio`() throws {
        let text =
            #"#EXTM3U\#n#EXT-X-INDEPENDENT-SEGMENTS\#n#EXT-X-STREAM-INF:BANDWIDTH=1,AVERAGE-BANDWIDTH=1,CODECS="mp4a.40.2"\#nv"#
        let playlist = try Playlist(parsing: text, context: ParsingContext(checksAuthoring: true))
        #expect(playlist.diagnostics.isEmpty)
    }

    @Test(arguments: RuleID.allCases.filter { $0.rawValue.hasPrefix("authoring.") })
    func `stands in this table`(rule: RuleID) {
        #expect(Self.faults.contains { $0.rule == rule })
    }
}
