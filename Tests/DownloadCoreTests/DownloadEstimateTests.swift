import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `An estimate` {
    static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        CHANNELS="2",URI="stereo.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="m",NAME="English",LANGUAGE="en",DEFAULT=YES,\
        CHANNELS="6",URI="surround.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1200000,AVERAGE-BANDWIDTH=1000000,AUDIO="s"
        video.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1500000,AVERAGE-BANDWIDTH=1256000,AUDIO="m"
        video.m3u8

        """

    /// Ten segments of 8 s: 80 s.
    static func media(_ line: (Int) -> String = { _ in "" }) -> String {
        let segments = (0..<10).map { "\(line($0))#EXTINF:8,\n\($0).ts" }
        return "#EXTM3U\n#EXT-X-TARGETDURATION:8\n" + segments.joined(separator: "\n")
            + "\n#EXT-X-ENDLIST\n"
    }

    static func ranges(_ length: Int) -> String {
        media { "#EXT-X-BYTERANGE:\(length)@\($0 * length)\n" }
    }

    static func estimate(
        _ multivariant: String?, _ media: [String: String], stored: [String: [Int: Int]] = [:]
    ) throws -> DownloadEstimate {
        let playlist = try multivariant.map { try MultivariantPlaylist(parsing: $0) }
        let selection = try #require(
            playlist.map { Selection(of: $0, for: .best) } ?? Selection(mediaPlaylistAt: ""))
        let sources = try selection.streams.map { stream in
            let text = media[stream.uri] ?? Self.media()
            let playlist = try MediaPlaylist(parsing: text)
            let plan = try StreamPlan(
                of: playlist, at: "http://a/", as: stream, limits: DownloadLimits())
            return EstimateSource(plan, of: playlist, stored: stored[stream.uri] ?? [:])
        }
        return DownloadEstimate(selection, of: playlist, sources)
    }

    static let single = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000000\nvideo.m3u8\n"

    @Test func `adds declared byte ranges up to the byte`() throws {
        let estimate = try Self.estimate(Self.single, ["video.m3u8": Self.ranges(1000)])
        #expect(estimate.streams[0].reckoning == .byteRanges)
        #expect(estimate.bytes == ByteFigure(exactly: 10_000))
        #expect(estimate.bytes.isExact)
    }

    @Test func `goes by the bitrates of segments where they have them`() throws {
        let text = Self.media { _ in "#EXT-X-BITRATE:800\n" }
        let estimate = try Self.estimate(Self.single, ["video.m3u8": text])
        #expect(estimate.streams[0].reckoning == .segmentBitrates)
        #expect(estimate.bytes.expected == 8_000_000)
        #expect(estimate.bytes.low < 7_300_000)
        #expect(estimate.bytes.high > 8_800_000)
    }

    @Test func `takes the average before the peak`() throws {
        let average = Self.single.replacing(
            "BANDWIDTH=1000000", with: "BANDWIDTH=1000000,AVERAGE-BANDWIDTH=600000")
        let first = try Self.estimate(average, [:])
        #expect(first.streams[0].reckoning == .averageBandwidth)
        #expect(first.bytes == ByteFigure(low: 5_400_000, expected: 6_000_000, high: 6_600_000))
        let second = try Self.estimate(Self.single, [:])
        #expect(second.streams[0].reckoning == .peakBandwidth)
        #expect(second.bytes == ByteFigure(low: 5_000_000, expected: 10_000_000, high: 11_000_000))
    }

    @Test func `divides what is declared of a variant among video and audio`() throws {
        let estimate = try Self.estimate(Self.multivariant, [:])
        #expect(estimate.streams.map(\.uri) == ["video.m3u8", "stereo.m3u8", "surround.m3u8"])
        // Four channels more take 256 kbit/s, so six of them 384 of the 1256; stereo has 256 less.
        #expect(
            estimate.streams.map(\.reckoning) == [.averageBandwidth, .difference, .difference])
        #expect(
            estimate.streams.map(\.bytes?.expected) == [8_720_000, 1_280_000, 3_840_000])
        #expect(estimate.bytes.expected == 12_560_000 + 1_280_000)
        #expect(estimate.bytes.low >= 12_560_000 * 9 / 10)
    }

    /// kbit/s that six channels take more than two, and bytes of stereo and surround in 80 s.
    @Test(arguments: [
        (256, 1_280_000, 3_840_000), (80, 400_000, 1_200_000), (600, 3_000_000, 9_000_000),
        // Less than a channel needs: other codecs, which say nothing of channels.
        (8, 880_000, 960_000),
        // Nothing is known: 64 kbit/s for each channel, and the difference holds nevertheless.
        (0, 3_840_000, 3_840_000), (-100, 4_840_000, 3_840_000),
    ])
    func `learns what a channel takes from variants with the same video`(
        more: Int, stereo: Int, surround: Int
    ) throws {
        let text = Self.multivariant.replacing("=1000000", with: "=10000000")
            .replacing("=1256000", with: "=\(10_000_000 + more * 1000)")
        let estimate = try Self.estimate(text, [:])
        #expect(estimate.streams[1].bytes?.expected == stereo)
        #expect(estimate.streams[2].bytes?.expected == surround)
        for stream in estimate.streams {
            let bytes = try #require(stream.bytes)
            #expect(bytes.low <= bytes.expected && bytes.expected <= bytes.high)
        }
    }

    @Test func `takes audio that is a variant, too, by what that declares`() throws {
        let alone = """
            #EXT-X-STREAM-INF:BANDWIDTH=100000,AVERAGE-BANDWIDTH=90000,AUDIO="s"
            stereo.m3u8

            """
        let estimate = try Self.estimate(Self.multivariant + alone, [:])
        #expect(estimate.streams[1].uri == "stereo.m3u8")
        #expect(estimate.streams[1].reckoning == .averageBandwidth)
        #expect(estimate.streams[1].bytes?.expected == 900_000)
    }

    @Test func `knows the rest of a variant when one of the two is declared`() throws {
        let estimate = try Self.estimate(
            Self.multivariant, ["surround.m3u8": Self.ranges(400_000)])
        #expect(estimate.streams[2].bytes == ByteFigure(exactly: 4_000_000))
        #expect(estimate.streams[0].bytes?.expected == 12_560_000 - 4_000_000)
        #expect(estimate.streams[1].bytes?.expected == 4_000_000 - 2_560_000)
    }

    @Test func `leaves out what is on disk`() throws {
        let estimate = try Self.estimate(
            Self.single, [:], stored: ["video.m3u8": [0: 900, 1: 1000]])
        #expect(estimate.storedBytes == 1900)
        #expect(estimate.remaining.expected == 8_000_000)
        #expect(estimate.bytes.expected == 10_000_000)
        let exact = try Self.estimate(
            Self.single, ["video.m3u8": Self.ranges(1000)], stored: ["video.m3u8": [3: 1000]])
        #expect(exact.remaining == ByteFigure(exactly: 9000))
    }

    @Test func `leaves out gaps`() throws {
        let text = Self.media { $0 < 5 ? "#EXT-X-GAP\n" : "" }
        let estimate = try Self.estimate(Self.single, ["video.m3u8": text])
        #expect(estimate.streams[0].seconds == 40)
        #expect(estimate.bytes.expected == 5_000_000)
    }

    @Test func `says that it knows nothing when nothing is declared`() throws {
        let estimate = try Self.estimate(nil, [:])
        #expect(estimate.streams.map(\.reckoning) == [.unknown])
        #expect(estimate.streams[0].bytes == nil)
        #expect(estimate.isPartial)
        #expect(estimate.bytes == ByteFigure(exactly: 0))
    }

    @Test func `survives declarations that cannot be`() throws {
        let absurd = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=9223372036854775807\nvideo.m3u8\n"
        let text = Self.media().replacing("EXTINF:8", with: "EXTINF:8000000000")
        let estimate = try Self.estimate(absurd, ["video.m3u8": text])
        #expect(estimate.bytes.expected > 0)
        #expect(estimate.bytes.high >= estimate.bytes.expected)
    }
}
