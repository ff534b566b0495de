import DownloadCore
import HLSPlaylist
import Testing

@Suite struct `Loaded media` {
    static func range(_ start: Int, _ end: Int) -> MediaTimeRange {
        MediaTimeRange(start: .seconds(start), end: .seconds(end))
    }

    /// A stream of segments with these durations in seconds; negative: a gap.
    static func plan(_ uri: String, _ seconds: [Int]) throws -> StreamPlan {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:10"]
        for (index, duration) in seconds.enumerated() {
            if duration < 0 { lines.append("#EXT-X-GAP") }
            lines += ["#EXTINF:\(abs(duration)),", "\(index).ts"]
        }
        lines.append("#EXT-X-ENDLIST\n")
        return try StreamPlan(
            of: try MediaPlaylist(parsing: lines.joined(separator: "\n")),
            at: "http://h/\(uri)", as: Selection(mediaPlaylistAt: uri).streams[0],
            limits: DownloadLimits())
    }

    @Test func `are what every stream has`() throws {
        var media = LoadedMedia([
            try Self.plan("video", [4, 4, 4]), try Self.plan("audio", [6, 6]),
        ])
        #expect(media.expected == Self.range(0, 12))
        #expect(media.store(stream: 0, index: 0) == [])
        #expect(media.store(stream: 1, index: 0) == [Self.range(0, 4)])
        #expect(media.store(stream: 0, index: 1) == [Self.range(4, 6)])
        #expect(media.store(stream: 1, index: 1) == [Self.range(6, 8)])
        #expect(media.loaded.ranges == [Self.range(0, 8)])
        #expect(media.store(stream: 0, index: 2) == [Self.range(8, 12)])
        #expect(media.loaded.ranges == [media.expected])
    }

    @Test func `count a part once`() throws {
        var media = LoadedMedia([try Self.plan("video", [4, 4])])
        #expect(media.store(stream: 0, index: 0) == [Self.range(0, 4)])
        #expect(media.store(stream: 0, index: 0) == [])
        #expect(media.store(stream: 0, index: 9) == [])
        #expect(media.store(stream: 3, index: 0) == [])
    }

    @Test func `begin with what earlier runs stored`() throws {
        let plans = [try Self.plan("video", [4, 4, 4]), try Self.plan("audio", [4, 4, 4])]
        let media = LoadedMedia(
            plans, stored: [[true, false, true], [true, true, true]])
        #expect(media.loaded.ranges == [Self.range(0, 4), Self.range(8, 12)])
        #expect(media.isComplete(stream: 1))
        #expect(!media.isComplete(stream: 0))
        #expect(media.streams(["audio", "none"]) == [1])
    }

    @Test func `reach the end although a stream is shorter or has a gap`() throws {
        var media = LoadedMedia([
            try Self.plan("video", [4, -4, 4]), try Self.plan("audio", [4, 4, 3]),
        ])
        #expect(media.loaded.ranges == [])
        for stream in 0...1 {
            for index in 0...2 where (stream, index) != (0, 1) {
                _ = media.store(stream: stream, index: index)
            }
        }
        #expect(media.loaded.ranges == [Self.range(0, 12)])
        #expect(media.isComplete(stream: 0) && media.isComplete(stream: 1))
    }
}
