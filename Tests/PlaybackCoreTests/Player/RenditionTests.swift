import HLSPlaylist
import PlaybackCore
import Testing

@Suite struct `A player of renditions` {
    /// Two audio groups of two languages each, and subtitles.
    private static let playlist: MultivariantPlaylist = {
        var playlist = MultivariantPlaylist()
        for (group, rate) in [("lo", 500_000), ("lo", 1_200_000), ("hi", 3_000_000)] {
            var variant = Variant(uri: "v\(rate)", bandwidth: rate)
            variant.audioGroupID = group
            variant.subtitlesGroupID = "subs"
            playlist.variants.append(variant)
        }
        for group in ["lo", "hi"] {
            for name in ["English", "French"] {
                var audio = HLSPlaylist.Rendition(
                    kind: .audio, groupID: group, name: name, uri: "a-\(group)-\(name)")
                audio.isDefault = name == "English"
                playlist.renditions.append(audio)
            }
        }
        playlist.renditions.append(
            HLSPlaylist.Rendition(kind: .subtitles, groupID: "subs", name: "German", uri: "s"))
        return playlist
    }()

    private func presentation() throws -> PlayerPresentation {
        try #require(PlayerPresentation(of: Self.playlist))
    }

    private func stream(_ uri: String) throws -> Int {
        try #require(try presentation().streams.firstIndex { $0.uri == uri })
    }

    private func run(
        _ options: PlayerOptions, _ script: [(at: Duration, event: PlayerEvent)] = []
    ) throws -> (machine: PlayerMachine, world: PlayerWorld) {
        var settings = PlayerWorld.Settings(presentation: try presentation())
        settings.segmentCount = 12
        settings.script = script
        var world = try PlayerWorld(settings, options)
        let machine = world.run()
        #expect(world.faults == [])
        #expect(machine.state == .ended)
        return (machine, world)
    }

    @Test func `has levels in the order of their rates and renditions in that of the playlist`()
        throws
    {
        let presentation = try presentation()
        #expect(presentation.levels.map(\.peakBitRate) == [500_000, 1_200_000, 3_000_000])
        #expect(presentation.firstListed == 0)
        #expect(presentation.audio.map(\.name) == ["English", "French", "English", "French"])
        #expect(presentation.subtitles.map(\.name) == ["German"])
        #expect(presentation.streams.count == 8)
        #expect(PlayerPresentation(of: MultivariantPlaylist()) == nil)
    }

    @Test func `plays the default audio beside the video, and no subtitles`() throws {
        let (_, world) = try run(PlayerOptions(rule: "lowest"))
        let audio = try stream("a-lo-English")
        #expect(world.fetched.filter { $0.stream == audio }.map(\.index) == Array(0..<12))
        #expect(world.fetched.count == 24)
    }

    @Test func `changes the audio's group with the level, but not its language`() throws {
        var options = PlayerOptions(rule: "throughput")
        options.audio = "French"
        let (_, world) = try run(options)
        let streams = Set(world.fetched.map(\.stream))
        #expect(streams.contains(try stream("a-lo-French")))
        #expect(streams.contains(try stream("a-hi-French")))
        #expect(!streams.contains(try stream("a-hi-English")))
        let audio = try [stream("a-lo-French"), stream("a-hi-French")]
        #expect(
            world.fetched.filter { audio.contains($0.stream) }.map(\.index) == Array(0..<12))
    }

    @Test func `changes the audio where the person wants it, and does not stall`() throws {
        let (machine, world) = try run(
            PlayerOptions(rule: "lowest"), [(.seconds(10), .audioSelected("French"))])
        let french = try stream("a-lo-French")
        // At 10 s the third segment plays to its end.
        #expect(world.fetched.filter { $0.stream == french }.map(\.index) == Array(3..<12))
        #expect(machine.played.stalls.isEmpty)
        #expect(machine.played.bytesNotPlayed > 0)
    }

    @Test func `fetches subtitles where they are wanted`() throws {
        var options = PlayerOptions(rule: "lowest")
        options.subtitles = "German"
        let (_, world) = try run(options, [(.seconds(20), .subtitlesSelected(nil))])
        let subtitles = try stream("s")
        let fetched = world.fetched.filter { $0.stream == subtitles }
        #expect(!fetched.isEmpty && fetched.count < 12)
    }

    @Test func `plays on without subtitles that cannot be had, and fails without audio`() throws {
        var machine = try PlayerMachine(
            try presentation(),
            {
                var options = PlayerOptions(rule: "lowest")
                options.subtitles = "German"
                return options
            }())
        _ = machine.handle(.started, at: .zero)
        _ = machine.handle(.undescribed(try stream("s"), reason: "status 404"), at: .seconds(1))
        #expect(machine.state == .waiting)
        _ = machine.handle(
            .undescribed(try stream("a-lo-English"), reason: "status 404"), at: .seconds(1))
        // The other group has the same.
        #expect(machine.state == .waiting)
        _ = machine.handle(
            .undescribed(try stream("a-hi-English"), reason: "status 404"), at: .seconds(1))
        #expect(machine.state == .failed("status 404"))
        #expect(machine.handle(.woke, at: .seconds(2)).isEmpty)
    }

    @Test func `plays through gaps in silence`() throws {
        var machine = try PlayerMachine(.ladder, PlayerOptions(rule: "lowest"))
        _ = machine.handle(.started, at: .zero)
        let timeline = StreamTimeline([
            .init(start: .zero, duration: .seconds(4), isGap: true),
            .init(start: .seconds(4), duration: .seconds(4), isGap: true),
        ])
        let commands = machine.handle(.described(0, timeline), at: .seconds(1))
        #expect(machine.state == .playing)
        #expect(commands.contains(.wake(at: .seconds(9))))
        _ = machine.handle(.woke, at: .seconds(9))
        #expect(machine.state == .ended)
        #expect(machine.played.segments.isEmpty)
    }
}
