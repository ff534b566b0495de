import Testing

@testable import Lab

@Suite struct `Subtitles of several segments` {
    static func segment(_ map: String?, _ cues: String...) -> String {
        let header = map.map { "WEBVTT\nX-TIMESTAMP-MAP=\($0)\n" } ?? "WEBVTT\n"
        return ([header] + cues.map { $0 + "\n" }).joined(separator: "\n")
    }

    static func text(_ segments: String..., begin: Int = 0) throws -> String {
        try SubtitleTrack(segments: segments, mediaBegin: begin).text
    }

    @Test func `are one file in the order of their times`() throws {
        let text = try Self.text(
            Self.segment("MPEGTS:0,LOCAL:00:00:00.000", "00:02.000 --> 00:03.500\nb"),
            Self.segment(
                "MPEGTS:0,LOCAL:00:00:00.000",
                "7\n00:00:04.000 --> 00:00:05.000 line:0 align:left\nc\nd",
                "00:00:01.000 --> 00:00:02.000\na"))
        #expect(
            text == """
                WEBVTT

                00:00:01.000 --> 00:00:02.000
                a

                00:00:02.000 --> 00:00:03.500
                b

                00:00:04.000 --> 00:00:05.000 line:0 align:left
                c
                d

                """)
    }

    /// What X-TIMESTAMP-MAP says, the first time of the media in ticks, and when a cue of one second
    /// is.
    @Test(arguments: [
        (nil, 0, "00:00:01.000"), (nil, 45_000, "00:00:00.500"),
        ("MPEGTS:900000,LOCAL:00:00:00.000", 900_000, "00:00:01.000"),
        ("LOCAL:00:00:00.000,MPEGTS:900000", 0, "00:00:11.000"),
        ("MPEGTS:900000,LOCAL:00:00:10.000", 0, "00:00:01.000"),
        ("MPEGTS:0,LOCAL:00:00:00.000", 126_000, "00:00:00.000"),
        // The clock has begun again between the two.
        ("MPEGTS:90000,LOCAL:00:00:00.000", (1 << 33) - 90_000, "00:00:03.000"),
        ("MPEGTS:8589844592,LOCAL:00:00:02.000", 0, "00:00:00.000"),
    ])
    func `have times from the begin of the picture`(
        map: String?, begin: Int, time: String
    ) throws {
        let segment = Self.segment(map, "00:01.000 --> 00:09.000\nx")
        let text = try Self.text(segment, begin: begin)
        #expect(text.split(separator: "\n")[1].hasPrefix(time + " --> "), "\(text)")
    }

    @Test func `have a cue that reaches over several of them once`() throws {
        let cue = "00:03.000 --> 00:06.000\nx"
        let text = try Self.text(Self.segment(nil, cue), Self.segment(nil, cue))
        #expect(text == "WEBVTT\n\n00:00:03.000 --> 00:00:06.000\nx\n")
    }

    @Test func `keep styles once, and leave out notes and what is over before the picture`() throws
    {
        let style = "STYLE\n::cue { color: red }"
        let segment = Self.segment(
            nil, style, "NOTE nothing", "00:00.000 --> 00:00.500\nx", "00:02.000 --> 00:03.000\ny")
        let text = try Self.text(segment, segment, begin: 90_000)
        #expect(text == "WEBVTT\n\n\(style)\n\n00:00:01.000 --> 00:00:02.000\ny\n")
    }

    @Test func `may have any line ends, and a mark of their encoding`() throws {
        let segment = "\u{FEFF}WEBVTT - a title\r\n\r\n00:01.000 --> 00:02.000\r\nx\r\ny\r\n\r\n"
        #expect(try Self.text(segment) == "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx\ny\n")
    }

    @Test(arguments: [
        "", "<tt/>", "WEBVTT\n\n00:01.000 --> soon\nx", "WEBVTT\n\n00:02.000 --> 00:01.000\nx",
        "WEBVTT\n\n00:61.000 --> 00:62.000\nx", "WEBVTT\n\n99999999999999:00:00.000 --> x",
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:x,LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nx",
        "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:8589934592,LOCAL:00:00:00.000\n",
    ])
    func `that are no WebVTT are refused`(segment: String) {
        #expect(throws: SubtitleTrack.Fault.self) { try Self.text(segment) }
    }
}
