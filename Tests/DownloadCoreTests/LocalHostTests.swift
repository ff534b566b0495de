import DownloadCore
import Testing

@Suite struct `An address of this machine` {
    @Test(arguments: [
        "127.0.0.1", "127.1", "127.255.0.9:8080", "2130706433", "0x7f.1", "0x7F000001",
        "0177.0.0.1", "0.0.0.0", "0", "169.254.169.254", "0xa9fea9fe", "[::1]", "[::1]:80", "[::]",
        "[fe80::1]", "[fe80::1%25eth0]", "[febf::1]", "[::ffff:127.0.0.1]", "[::ffff:a9fe:a9fe]",
        "[::127.0.0.1]", "localhost", "LOCALHOST:9", "localhost.", "x.localhost", "user@127.0.0.1",
        "%31%32%37.0.0.1", "[not an address]",
    ])
    func `is known in every spelling`(host: String) {
        #expect(LocalHost.isNamed(by: "http://\(host)/x"))
    }

    @Test(arguments: [
        "example.org", "128.0.0.1", "126.255.255.255", "10.0.0.1", "169.253.1.1", "169.255.1.1",
        "[2001:db8::1]", "[fec0::1]", "[::ffff:192.0.2.1]", "localhost.example.org",
        "mylocalhost", "127.0.0.1.example.org", "1.2.3.4.5", "0x7f.example",
    ])
    func `is no other`(host: String) {
        #expect(!LocalHost.isNamed(by: "http://\(host)/x"))
    }

    @Test func `is admitted from this machine, from a person, and by the switch`() {
        let local = "http://127.0.0.1/x"
        #expect(Address.isAdmitted(local))
        #expect(Address.isAdmitted(local, from: "http://localhost/"))
        #expect(Address.isAdmitted(local, from: "http://169.254.1.1/"))
        #expect(!Address.isAdmitted(local, from: "http://example.org/"))
        #expect(Address.isAdmitted(local, from: "http://example.org/", allowsLocal: true))
        #expect(!Address.isAdmitted("file:///x", from: local, allowsLocal: true))
        #expect(!Address.isAdmitted("http://a/", from: "https://a/", allowsLocal: true))
    }

    static let ways: [(String, @Sendable (inout TestDownload) -> Void)] = [
        (
            "a redirect",
            { $0.respond(1, ResponseHead(status: 302, location: "http://169.254.169.254/latest")) }
        ),
        (
            "a segment",
            {
                $0.playlist(
                    1,
                    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://127.0.0.1/s.ts\n"
                        + "#EXT-X-ENDLIST\n")
            }
        ),
        (
            "a key",
            {
                $0.playlist(
                    1,
                    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
                        + "#EXT-X-KEY:METHOD=AES-128,URI=\"http://localhost/k\"\n"
                        + "#EXTINF:4,\ns.ts\n#EXT-X-ENDLIST\n")
            }
        ),
        (
            "a media playlist",
            {
                $0.playlist(
                    1,
                    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://[::1]/v.m3u8\n")
            }
        ),
    ]

    @Test(arguments: ways.indices)
    func `is not asked for by what comes from elsewhere`(way: Int) {
        var download = TestDownload(url: "http://example.org/i.m3u8")
        Self.ways[way].1(&download)
        #expect(download.failure != nil, "\(Self.ways[way].0)")
        #expect(download.fetches.isEmpty)
    }

    @Test(arguments: ways.indices)
    func `is asked for when the switch allows it`(way: Int) {
        var download = TestDownload(
            url: "http://example.org/i.m3u8",
            options: .init(limits: .init(localAddresses: true)))
        Self.ways[way].1(&download)
        #expect(download.failure == nil, "\(Self.ways[way].0)")
        #expect(download.fetches.count == 1)
    }

    @Test(arguments: ways.indices)
    func `is asked for by what is on this machine itself`(way: Int) {
        var download = TestDownload(url: "http://127.0.0.1:8080/i.m3u8")
        Self.ways[way].1(&download)
        #expect(download.failure == nil, "\(Self.ways[way].0)")
        #expect(download.fetches.count == 1)
    }
}
