import DownloadCore
import LinkModel
import Scenarios
import Simulation
import Testing

/// An asset with its playlists, and the worlds it is downloaded in.
struct TestAsset: Sendable {
    var catalog: AssetCatalog
    var resources: [OriginResource]
    var playlists: @Sendable (String) -> [UInt8]?

    func script(_ faults: [Fault] = []) -> OriginScript {
        OriginScript(catalog: catalog, resources: resources, faults: faults)
    }

    func world(
        _ faults: Fault..., link: LinkProfile = .quick, options: DownloadOptions = .init(),
        seed: UInt64 = 1, keepsTrace: Bool = true, stop: World.Stop? = nil,
        disk: SimulatedDisk = .init()
    ) throws -> World {
        try World(
            .init(
                options: options, link: link, seed: seed, keepsTrace: keepsTrace, stop: stop),
            origin: script(faults), playlists: playlists, disk: disk)
    }

    /// The same asset with a comment of so many bytes at the end of every media playlist.
    func padded(by count: Int) -> TestAsset {
        var padded = self
        let comment = [UInt8](repeating: UInt8(ascii: "#"), count: count)
        let original = playlists
        let streams = catalog.streams.map { "/" + $0.playlist }
        padded.playlists = { path in
            original(path).map { streams.contains(path) ? $0 + comment : $0 }
        }
        for index in resources.indices where streams.contains(resources[index].path) {
            padded.resources[index].length += count
            padded.resources[index].holdings[0].range = 0..<padded.resources[index].length
        }
        return padded
    }

    /// The same asset, every segment under one of two keys in turn. Its bytes are only counted, so
    /// that they need not be encrypted.
    func encrypted() -> TestAsset {
        var encrypted = self
        let names = ["a", "b"]
        encrypted.catalog.keys = names.map {
            .init(id: $0, uri: "keys/\($0).key", path: "keys/\($0).key", bytes: "")
        }
        encrypted.resources += names.map { name in
            OriginResource(
                path: "/keys/\(name).key", contentType: "application/octet-stream",
                entityTag: "\"\(name)\"", lastModified: 0, length: 16,
                holdings: [.init(part: .key(id: name), range: 0..<16)])
        }
        let original = playlists
        let streams = catalog.streams.map { "/" + $0.playlist }
        let keyed: @Sendable (String) -> [UInt8]? = { path in
            guard streams.contains(path) else { return original(path) }
            var lines: [Substring] = []
            var segments = 0
            let text = original(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            for line in text.split(separator: "\n") {
                if line.hasPrefix("#EXTINF") {
                    let name = names[segments % 2]
                    lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"/keys/\(name).key\"")
                    segments += 1
                }
                lines.append(line)
            }
            return Array((lines.joined(separator: "\n") + "\n").utf8)
        }
        encrypted.playlists = keyed
        for index in encrypted.resources.indices
        where streams.contains(encrypted.resources[index].path) {
            let length = keyed(encrypted.resources[index].path)?.count ?? 0
            encrypted.resources[index].length = length
            encrypted.resources[index].gzipLength = nil
            encrypted.resources[index].holdings[0].range = 0..<length
        }
        return encrypted
    }

    /// What is wrong on the disk for the quality; nil when nothing is.
    func hole(_ disk: SimulatedDisk, _ quality: RequestedQuality.Option = .best) throws -> String? {
        let requested = try #require(RequestedQuality(quality, in: catalog))
        let evidence = disk.evidence(for: catalog)
        let verdict = OnDisk(
            of: evidence, against: catalog.identified(by: resources), for: requested)
        if verdict.isComplete { return evidence.playlistFaults.first }
        return verdict.firstHole ?? "nothing was expected"
    }

    /// Bytes of all parts of the best quality.
    func partBytes() throws -> Int {
        let requested = try #require(RequestedQuality(.best, in: catalog))
        return requested.streams.compactMap(catalog.stream).reduce(0) { sum, stream in
            sum + (stream.initSection?.length ?? 0) + stream.segments.reduce(0) { $0 + $1.length }
        }
    }
}

extension TestAsset {
    /// Synthetic MPEG-TS: a ladder of two, segments of 4 s.
    static func synthetic(segments: Int, bitsPerSecond: Int) throws -> TestAsset {
        let asset = try SyntheticAsset(
            .init(
                id: "tiny", title: "Tiny", duration: .seconds(4 * segments),
                segmentDuration: .seconds(4), seed: 7, pattern: .random(peakPercent: 150),
                variants: [
                    .init(
                        id: "low", bitsPerSecond: bitsPerSecond / 4, width: 16, height: 16,
                        frameRate: 25),
                    .init(
                        id: "high", bitsPerSecond: bitsPerSecond, width: 32, height: 32,
                        frameRate: 25),
                ]))
        return TestAsset(catalog: asset.catalog, resources: asset.resources) { path in
            let path = String(path.dropFirst())
            return asset.length(of: path).flatMap { asset.bytes(of: path, range: 0..<$0) }
        }
    }

    /// fMP4 made by hand: video in files of its own with an init section, audio as byte ranges of one
    /// file, subtitles. The playlists are offered compressed.
    static let fragmented: TestAsset = {
        let catalog = AssetCatalog(
            id: "hand", title: "Hand", multivariantPlaylist: "i.m3u8",
            streams: [
                .init(
                    id: "v", kind: .video, playlist: "v/i.m3u8",
                    initSection: .init(path: "v/init.mp4", length: 700),
                    segments: (1...4).map {
                        .init(path: "v/\($0).m4s", length: 20_000 + $0, seconds: 4)
                    }),
                .init(
                    id: "a", kind: .audio, playlist: "a/i.m3u8", group: "g", name: "A",
                    language: "en", isDefault: true,
                    initSection: .init(path: "a/all.mp4", length: 600),
                    segments: (0..<4).map {
                        .init(
                            path: "a/all.mp4", offset: 600 + $0 * 8_001, length: 8_001, seconds: 4)
                    }),
                .init(
                    id: "s", kind: .subtitles, playlist: "s/i.m3u8", group: "t", name: "S",
                    language: "en", isDefault: true,
                    segments: [.init(path: "s/1.vtt", length: 900, seconds: 16)]),
            ],
            variants: [
                .init(
                    stream: "v", peakBitRate: 60_000, audioGroup: "g", subtitlesGroup: "t")
            ])
        let texts = [
            "/i.m3u8": """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="A",LANGUAGE="en",DEFAULT=YES,URI="a/i.m3u8"
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="S",LANGUAGE="en",DEFAULT=YES,URI="s/i.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=60000,AUDIO="g",SUBTITLES="t"
            v/i.m3u8

            """,
            "/v/i.m3u8": header + "#EXT-X-MAP:URI=\"init.mp4\"\n"
                + (1...4).map { "#EXTINF:4,\n\($0).m4s\n" }.joined() + "#EXT-X-ENDLIST\n",
            "/a/i.m3u8": header + "#EXT-X-MAP:URI=\"all.mp4\",BYTERANGE=\"600@0\"\n"
                + "#EXTINF:4,\n#EXT-X-BYTERANGE:8001@600\nall.mp4\n"
                + String(repeating: "#EXTINF:4,\n#EXT-X-BYTERANGE:8001\nall.mp4\n", count: 3)
                + "#EXT-X-ENDLIST\n",
            "/s/i.m3u8": header + "#EXTINF:16,\n1.vtt\n#EXT-X-ENDLIST\n",
        ].mapValues { Array($0.utf8) }
        let lengths = ["a/all.mp4": 600 + 4 * 8_001, "v/init.mp4": 700, "s/1.vtt": 900]
        let resources = OriginResource.all(of: catalog) { path, isPlaylist in
            let length = texts["/" + path]?.count ?? lengths[path] ?? 0
            let segment = Int(path.dropFirst(2).prefix(1)).map { 20_000 + $0 }
            return OriginResource.FileFacts(
                entityTag: "\"\(path)\"", lastModified: 0,
                length: length > 0 ? length : segment ?? 0,
                gzipLength: isPlaylist ? length / 2 : nil)
        }
        return TestAsset(catalog: catalog, resources: resources) { texts[$0] }
    }()

    private static let header = "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:16\n"
}

extension LinkProfile {
    /// Numbers of the Network Link Conditioner's EDGE: 240 and 200 kbit/s, 400 and 440 ms.
    static let edge = LinkProfile(
        id: "edge", name: "EDGE",
        down: LinkDirection(rate: .bitsPerSecond(240_000), delay: .milliseconds(400)),
        up: LinkDirection(rate: .bitsPerSecond(200_000), delay: .milliseconds(440)))

    /// 10 Mbit/s, 20 ms there and back.
    static let quick = LinkProfile(
        id: "quick", name: "Quick",
        down: LinkDirection(rate: .bitsPerSecond(10_000_000), delay: .milliseconds(10)),
        up: LinkDirection(rate: .bitsPerSecond(10_000_000), delay: .milliseconds(10)))
}
