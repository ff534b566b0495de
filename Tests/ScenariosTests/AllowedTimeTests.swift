import LinkModel
import Scenarios
import Testing

@Suite struct `What rate and delay allow` {
    /// 1,448,000 payload bytes are 1,514,000 bytes of frames: 1 s at 12.112 Mbit/s.
    private static let rate = LinkRate.bitsPerSecond(12_112_000)
    private static let second = 1_448_000

    private func allowed(
        rate: LinkRate = Self.rate, delay: Duration, first: Int, streams: Int = 1,
        parallel: Int = 4, payload: Int = Self.second
    ) throws -> Duration {
        let ids = (0..<streams).map { "s\($0)" }
        let catalog = AssetCatalog(
            id: "asset", title: "", multivariantPlaylist: "index.m3u8",
            streams: ids.map { id in
                .init(
                    id: id, kind: id == "s0" ? .video : .audio, playlist: "\(id).m3u8",
                    group: "sound", segments: [.init(path: id, length: first, seconds: 4)])
            },
            variants: [.init(stream: "s0", peakBitRate: 1, audioGroup: "sound")])
        var requested = try #require(RequestedQuality(.best, in: catalog))
        requested.streams = ids
        let direction = LinkDirection(rate: rate, delay: delay)
        return AllowedTime.of(
            payloadBytes: payload,
            over: LinkProfile(id: "link", name: "", down: direction, up: direction),
            for: requested, in: catalog, parallelRequests: parallel)
    }

    @Test func `is four round trips and the bytes where the first segment outlasts a handshake`()
        throws
    {
        #expect(
            try allowed(delay: .milliseconds(50), first: Self.second / 2) == .milliseconds(1400))
    }

    @Test func `counts the link idle when the first segment is through before the handshake`()
        throws
    {
        // The round trip of 200 ms less the 100 ms of a tenth of the bytes.
        #expect(
            try allowed(delay: .milliseconds(100), first: Self.second / 10) == .milliseconds(1900))
    }

    @Test func `counts no idle time when no further connection is needed`() throws {
        let first = Self.second / 10
        #expect(
            try allowed(delay: .milliseconds(100), first: first, parallel: 1)
                == .milliseconds(1800))
        #expect(
            try allowed(delay: .milliseconds(100), first: first, streams: 4)
                == .milliseconds(1800))
        #expect(
            try allowed(delay: .milliseconds(100), first: Self.second) == .milliseconds(1800))
    }
}
