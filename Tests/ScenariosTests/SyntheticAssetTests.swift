import Scenarios
import Testing

@Suite struct `A synthetic asset` {
    private static func description(
        _ pattern: SyntheticDescription.Pattern = .constant, seed: UInt64 = 1
    ) -> SyntheticDescription {
        .init(
            id: "long", title: "Long", duration: .milliseconds(22_500),
            segmentDuration: .seconds(4), seed: seed, pattern: pattern,
            variants: [
                .init(id: "v800", bitsPerSecond: 800_000, width: 640, height: 360, frameRate: 25),
                .init(
                    id: "v100", bitsPerSecond: 100_000, width: 256, height: 144,
                    frameRate: 29.97),
            ])
    }

    private static let patterns: [SyntheticDescription.Pattern] = [
        .constant, .random(peakPercent: 200), .sawtooth(peakPercent: 150),
    ]

    @Test(arguments: patterns)
    func `has segments of whole packets that make up its duration`(
        pattern: SyntheticDescription.Pattern
    ) throws {
        let asset = try SyntheticAsset(Self.description(pattern))
        for stream in asset.catalog.streams {
            #expect(stream.segments.compactMap(\.seconds) == [4, 4, 4, 4, 4, 2.5])
            #expect(stream.segments.allSatisfy { $0.length > 0 && $0.length % 188 == 0 })
        }
    }

    @Test func `declares the bitrates that its segments have`() throws {
        let asset = try SyntheticAsset(Self.description(.random(peakPercent: 180)))
        for variant in asset.catalog.variants {
            let segments = try #require(asset.catalog.stream(variant.stream)).segments
            let rates = segments.map { Double($0.length * 8) / ($0.seconds ?? 0) }
            let average = Double(segments.reduce(0) { $0 + $1.length * 8 }) / 22.5
            #expect(abs(Double(variant.peakBitRate) - (rates.max() ?? 0)) <= 1)
            #expect(abs(Double(variant.averageBitRate ?? 0) - average) <= 1)
        }
    }

    @Test func `keeps the bitrate it was described with when nothing varies`() throws {
        let asset = try SyntheticAsset(Self.description())
        let rates = asset.catalog.variants.compactMap(\.averageBitRate)
        // Whole packets: less than 188 bytes of every four seconds are lost.
        #expect(rates.count == 2)
        #expect((799_000...800_000).contains(rates[0]))
        #expect((99_000...100_000).contains(rates[1]))
    }

    @Test func `rises to the peak and falls back in a sawtooth`() throws {
        let description = SyntheticDescription(
            id: "saw", title: "Saw", duration: .seconds(64), segmentDuration: .seconds(4), seed: 1,
            pattern: .sawtooth(peakPercent: 150),
            variants: [
                .init(id: "v", bitsPerSecond: 1_000_000, width: 16, height: 16, frameRate: 25)
            ])
        let lengths = try SyntheticAsset(description).catalog.streams[0].segments.map(\.length)
        #expect(lengths[0..<8].sorted() == Array(lengths[0..<8]))
        #expect(lengths[0..<8] == lengths[8..<16])
        #expect(abs(lengths[0] - 250_000) < 188)
        #expect(abs(lengths[7] - 750_000) < 188)
    }

    @Test func `is the same for the same description and another for another seed`() throws {
        let one = try SyntheticAsset(Self.description(seed: 1))
        let same = try SyntheticAsset(Self.description(seed: 1))
        let other = try SyntheticAsset(Self.description(seed: 2))
        let bytes = one.bytes(of: "v100/2.ts", range: 0..<10_000)
        #expect(bytes == same.bytes(of: "v100/2.ts", range: 0..<10_000))
        #expect(bytes != other.bytes(of: "v100/2.ts", range: 0..<10_000))
        #expect(one.resources == same.resources)
        for (one, other) in zip(one.resources, other.resources) where one.path.hasSuffix(".ts") {
            #expect(one.entityTag != other.entityTag)
        }
    }

    @Test(arguments: [
        0..<1, 0..<188, 187..<189, 100..<5_000, 376..<377, 49_000..<49_820, 0..<49_820, 500..<500,
    ])
    func `gives any range as the whole has it`(range: Range<Int>) throws {
        let asset = try SyntheticAsset(Self.description())
        let length = try #require(asset.length(of: "v100/3.ts"))
        let whole = try #require(asset.bytes(of: "v100/3.ts", range: 0..<length))
        #expect(length == 49_820)
        #expect(whole.count == length)
        #expect(asset.bytes(of: "v100/3.ts", range: range) == Array(whole[range]))
    }

    @Test func `holds every path of its catalog and no other`() throws {
        let asset = try SyntheticAsset(Self.description())
        #expect(asset.resources.count == 1 + 2 * (1 + 6))
        for resource in asset.resources {
            #expect(asset.length(of: String(resource.path.dropFirst())) == resource.length)
        }
        #expect(asset.length(of: "v100/7.ts") == nil)
        #expect(asset.bytes(of: "nothing", range: 0..<0) == nil)
    }

    @Test func `lists its variants`() throws {
        let asset = try SyntheticAsset(Self.description())
        let length = try #require(asset.length(of: "index.m3u8"))
        let bytes = try #require(asset.bytes(of: "index.m3u8", range: 0..<length))
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-STREAM-INF:BANDWIDTH=799752,AVERAGE-BANDWIDTH=799727,\
                CODECS="avc1.640028",RESOLUTION=640x360,FRAME-RATE=25.000,VIDEO-RANGE=SDR
                v800/index.m3u8
                #EXT-X-STREAM-INF:BANDWIDTH=99866,AVERAGE-BANDWIDTH=99666,\
                CODECS="avc1.640028",RESOLUTION=256x144,FRAME-RATE=29.970,VIDEO-RANGE=SDR
                v100/index.m3u8

                """)
    }

    @Test func `lists its segments`() throws {
        let asset = try SyntheticAsset(Self.description())
        let length = try #require(asset.length(of: "v100/index.m3u8"))
        let bytes = try #require(asset.bytes(of: "v100/index.m3u8", range: 0..<length))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.prefix(7) == [
                "#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-TARGETDURATION:4",
                "#EXT-X-MEDIA-SEQUENCE:1", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXTINF:4.000000,", "1.ts",
            ])
        #expect(lines.suffix(3) == ["#EXTINF:2.500000,", "6.ts", "#EXT-X-ENDLIST"])
    }

    @Test func `is refused in words when it cannot be made`() {
        func refusal(_ change: (inout SyntheticDescription) -> Void) -> String? {
            var description = Self.description()
            change(&description)
            do {
                _ = try SyntheticAsset(description)
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(refusal { _ in } == nil)
        #expect(
            refusal { $0.variants = [] }
                == "cannot make the synthetic asset: it has no variants; describe at least one")
        #expect(
            refusal { $0.variants[1].id = "v800" }
                == "cannot make the synthetic asset: two variants are called 'v800'; "
                + "give each its own id")
        #expect(
            refusal { $0.variants[0].id = "../x" }
                == "cannot make the synthetic asset: '../x' cannot name a folder; use letters, "
                + "digits, '-', '_' and '.'")
        #expect(
            refusal { $0.pattern = .random(peakPercent: 250) }
                == "cannot make the synthetic asset: its peak is 250 % of the average; "
                + "use 100 % to 200 %")
        #expect(refusal { $0.duration = .zero } != nil)
        #expect(refusal { $0.duration = .seconds(700_000) } != nil)
        #expect(refusal { $0.segmentDuration = .milliseconds(99) } != nil)
        #expect(refusal { $0.segmentDuration = .seconds(61) } != nil)
        #expect(refusal { $0.variants[0].bitsPerSecond = 999 } != nil)
        #expect(refusal { $0.variants[0].frameRate = .nan } != nil)
        #expect(refusal { $0.variants[0].width = 0 } != nil)
    }
}
