import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `An encryption plan` {
    static let iv = "0x000102030405060708090A0B0C0D0E0F"

    static func plan(
        _ lines: String, at url: String = "https://h/p/i.m3u8", systems: [KeySystem] = []
    ) throws -> EncryptionPlan {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n" + lines + "\n#EXT-X-ENDLIST\n"
        return try EncryptionPlan(
            of: try MediaPlaylist(parsing: text), at: url, systems: systems)
    }

    @Test func `is empty for clear media`() throws {
        let plan = try Self.plan("#EXTINF:4,\na.ts\n#EXTINF:4,\nb.ts")
        #expect(plan.isEmpty)
        #expect(plan.segments == [nil, nil])
    }

    @Test func `lets a key apply from the next segment on, and asks once for one that returns`()
        throws
    {
        let plan = try Self.plan(
            """
            #EXT-X-MEDIA-SEQUENCE:40
            #EXTINF:4,
            clear.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k/1"
            #EXTINF:4,
            1.ts
            #EXTINF:4,
            2.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k/2",IV=\(Self.iv)
            #EXTINF:4,
            3.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k/1"
            #EXTINF:4,
            4.ts
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:4,
            5.ts
            """)
        #expect(plan.segments.map { $0?.key.uri } == [nil, "k/1", "k/1", "k/2", "k/1", nil])
        #expect(
            plan.segments.map { $0?.initializationVector } == [
                nil, .sequenceNumber(41), .sequenceNumber(42), .explicit([UInt8](0..<16)),
                .sequenceNumber(44), nil,
            ])
        #expect(plan.keys.map(\.reference.uri) == ["k/1", "k/2"])
        #expect(plan.keys.map(\.firstSegment) == [1, 3])
        #expect(plan.keys[0].source == .network(url: "https://h/p/k/1"))
    }

    @Test func `gives an init section the key that stands before it, not the segment's`() throws {
        let plan = try Self.plan(
            """
            #EXT-X-KEY:METHOD=AES-128,URI="map.key",IV=\(Self.iv)
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="media.key"
            #EXTINF:4,
            1.m4s
            #EXTINF:4,
            2.m4s
            """)
        #expect(plan.initSections.map { $0?.key.uri } == ["map.key", "map.key"])
        #expect(plan.segments.map { $0?.key.uri } == ["media.key", "media.key"])
        #expect(plan.keys.map(\.reference.uri) == ["map.key", "media.key"])
    }

    @Test func `asks for no key that only a gap would need`() throws {
        let plan = try Self.plan(
            """
            #EXTINF:4,
            1.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXT-X-GAP
            #EXTINF:4,
            2.ts
            """)
        #expect(plan.isEmpty)
    }

    @Test func `leaves keys of another form and of another scheme to the app`() throws {
        let plan = try Self.plan(
            """
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://a/1",KEYFORMAT="f",KEYFORMATVERSIONS="1/2"
            #EXTINF:4,
            1.ts
            #EXT-X-KEY:METHOD=NONE
            #EXT-X-KEY:METHOD=AES-128,URI="myscheme://b"
            #EXTINF:4,
            2.ts
            """, systems: [KeySystem(keyFormat: "f", versions: [2])])
        #expect(plan.keys.map(\.source) == [.app(url: "skd://a/1"), .app(url: "myscheme://b")])
        #expect(plan.keys[0].reference.keyFormatVersions == [1, 2])
    }

    @Test(arguments: ["http://h/k", "http://other/k"])
    func `asks for no key without protection when the playlist came with it`(uri: String) {
        #expect(throws: KeyFailure.badURI(uri)) {
            try Self.plan("#EXT-X-KEY:METHOD=AES-128,URI=\"\(uri)\"\n#EXTINF:4,\n1.ts")
        }
    }

    @Test func `knows the keys that the multivariant playlist announces, each once`() throws {
        let playlist = try MultivariantPlaylist(
            parsing: """
                #EXTM3U
                #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k1"
                #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="f"
                #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://2",KEYFORMAT="unknown"
                #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k2"
                #EXT-X-STREAM-INF:BANDWIDTH=1
                a.m3u8

                """)
        let systems = [KeySystem(keyFormat: "f")]
        #expect(
            KeyReference.announced(by: playlist, systems: systems).map(\.uri)
                == ["k1", "skd://1", "k2"])
        #expect(KeyReference.announced(by: playlist).map(\.uri) == ["k1", "k2"])
    }
}
