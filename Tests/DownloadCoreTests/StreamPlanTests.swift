import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `A stream plan` {
    static func plan(
        _ lines: String, end: Bool = true, limits: DownloadLimits = DownloadLimits()
    ) throws -> StreamPlan {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + lines + (end ? "\n#EXT-X-ENDLIST\n" : "\n")
        return try StreamPlan(
            of: try MediaPlaylist(parsing: text), at: "http://h/p/i.m3u8",
            as: Selection(mediaPlaylistAt: "i.m3u8").streams[0], limits: limits)
    }

    @Test func `lists segments with their place in time and their number`() throws {
        let plan = try Self.plan(
            "#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:4,\na.ts\n#EXTINF:2.5,\nb.ts\n#EXTINF:4,\nc.ts")
        #expect(plan.parts.map(\.uri) == ["a.ts", "b.ts", "c.ts"])
        #expect(plan.parts.map(\.number) == [7, 8, 9])
        #expect(plan.parts.map(\.start) == [.zero, .seconds(4), .milliseconds(6_500)])
        #expect(plan.duration == .milliseconds(10_500))
    }

    @Test func `fetches an init section where it begins to apply, and again after another`() throws
    {
        let plan = try Self.plan(
            """
            #EXT-X-MAP:URI="a.mp4"
            #EXTINF:4,
            1.m4s
            #EXTINF:4,
            2.m4s
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="b.mp4",BYTERANGE="10@5"
            #EXTINF:4,
            3.m4s
            #EXT-X-MAP:URI="a.mp4"
            #EXTINF:4,
            4.m4s
            """)
        let uris = ["a.mp4", "1.m4s", "2.m4s", "b.mp4", "3.m4s", "a.mp4", "4.m4s"]
        #expect(plan.parts.map(\.uri) == uris)
        #expect(plan.parts.map(\.initSection) == [nil, 0, 0, nil, 3, nil, 5])
        #expect(plan.parts[3].range == ByteRange(offset: 5, length: 10))
        #expect(
            plan.parts.map(\.isDiscontinuity) == [false, false, false, false, true, false, false])
    }

    @Test func `resolves byte ranges that go on where the one before ends`() throws {
        let plan = try Self.plan(
            "#EXTINF:4,\n#EXT-X-BYTERANGE:10@3\nx\n#EXTINF:4,\n#EXT-X-BYTERANGE:5\nx")
        let ranges = [ByteRange(offset: 3, length: 10), ByteRange(offset: 13, length: 5)]
        #expect(plan.parts.map(\.range) == ranges)
    }

    @Test func `leaves gaps out of what is fetched and counted, not out of time`() throws {
        let plan = try Self.plan("#EXTINF:4,\na\n#EXT-X-GAP\n#EXTINF:4,\nb\n#EXTINF:4,\nc")
        #expect(plan.parts.map(\.kind) == [.segment, .gap, .segment])
        #expect(plan.parts[2].start == .seconds(8))
        #expect(plan.duration == .seconds(8))
    }

    @Test func `says how each part is encrypted, and where its key is`() throws {
        let plan = try Self.plan(
            """
            #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x00000000000000000000000000000001
            #EXT-X-MAP:URI="m"
            #EXTINF:4,
            a
            #EXT-X-KEY:METHOD=AES-128,URI="../k2"
            #EXTINF:4,
            b
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k1"
            #EXTINF:4,
            c
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            d
            """)
        #expect(
            plan.parts.map { $0.keyURL.map { String($0.split(separator: "/").last ?? "") } }
                == ["k1", "k1", "k2", "k1", nil])
        #expect(plan.parts.map(\.needsKey) == [true, true, true, false, false])
        #expect(
            plan.parts.map { $0.encryption?.method.text } == [
                "AES-128", "AES-128", "AES-128", "SAMPLE-AES", nil,
            ])
    }

    @Test(arguments: [
        (#"METHOD=AES-128,URI="skd://k""#, "is for an app to get"),
        (
            #"METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery""#,
            "com.apple"
        ),
        (#"METHOD=ROT-13,URI="k""#, "METHOD=ROT-13"),
    ])
    func `is refused when it has a key that nobody here can get`(key: String, reason: String) throws
    {
        let failure = #expect(throws: DownloadFailure.Reason.self) {
            try Self.plan("#EXT-X-KEY:\(key)\n#EXTINF:4,\na")
        }
        guard case .unsupported(let why)? = failure else {
            Issue.record("refused for another reason: \(String(describing: failure))")
            return
        }
        #expect(why.contains(reason), "\(why)")
    }

    @Test func `is made of clear media with METHOD=NONE`() throws {
        #expect(try Self.plan("#EXT-X-KEY:METHOD=NONE\n#EXTINF:4,\na").parts.count == 1)
    }

    @Test func `is refused while the presentation goes on`() {
        #expect(throws: DownloadFailure.Reason.live) {
            try Self.plan("#EXTINF:4,\na", end: false)
        }
    }

    @Test(arguments: [
        "", "#EXT-X-GAP\n#EXTINF:4,\na", "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:4,\na",
    ])
    func `is refused when segments are missing in it`(lines: String) {
        let reason = #expect(throws: DownloadFailure.Reason.self) { try Self.plan(lines) }
        guard case .notAPlaylist? = reason else {
            Issue.record("refused for another reason: \(String(describing: reason))")
            return
        }
    }

    @Test(arguments: [
        "#EXTINF:4,\n#EXT-X-BYTERANGE:0@0\na",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:9223372036854775807@9223372036854775807\na",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:9223372036854775807@0\na",
        "#EXTINF:4,\n#EXT-X-BYTERANGE:101@0\na",
        "#EXT-X-MAP:URI=\"m\",BYTERANGE=\"0@7\"\n#EXTINF:4,\na",
    ])
    func `is refused when a byte range cannot be`(lines: String) {
        #expect(throws: DownloadFailure.Reason.self) {
            try Self.plan(lines, limits: DownloadLimits(partBytes: 100))
        }
    }

    @Test func `is refused above the limit of segments`() throws {
        let lines = "#EXTINF:4,\na\n#EXTINF:4,\nb"
        #expect(try Self.plan(lines, limits: DownloadLimits(segments: 2)).parts.count == 2)
        #expect(throws: DownloadFailure.Reason.self) {
            try Self.plan(lines, limits: DownloadLimits(segments: 1))
        }
    }

    @Test(arguments: [
        ("#EXTINF:4,\na.ts?token=2\n#EXTINF:4,\nb.ts?token=2", true),
        ("#EXTINF:4,\na.ts\n#EXTINF:4,\nc.ts", false),
        ("#EXTINF:4,\na.ts", false),
        ("#EXTINF:4,\na.ts\n#EXTINF:3,\nb.ts", false),
        ("#EXTINF:4,\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:9@0\nb.ts", false),
    ])
    func `has the same parts as another when only queries differ`(
        lines: String, expected: Bool
    ) throws {
        let plan = try Self.plan("#EXTINF:4,\na.ts?token=1\n#EXTINF:4,\nb.ts?token=1")
        #expect(plan.hasSameParts(as: try Self.plan(lines)) == expected)
    }
}
