import HLSPlaylist
import PlaybackCore
import Testing

@Suite struct `The logs of a playback` {
    private func play(
        rule: String, _ change: (inout PlayerWorld.Settings) -> Void = { _ in }
    ) throws -> PlayerMachine {
        var settings = PlayerWorld.Settings(presentation: .ladder)
        change(&settings)
        var world = try PlayerWorld(settings, PlayerOptions(rule: rule))
        let machine = world.run()
        #expect(world.faults == [])
        return machine
    }

    /// A link that is fast, then slow, then dead for a while, then fast.
    private static let rough: [(from: Duration, bitsPerSecond: Double)] = [
        (.zero, 6_000_000), (.seconds(20), 500_000), (.seconds(60), 0), (.seconds(110), 6_000_000),
    ]

    @Test func `tell of each period what was played and fetched in it`() throws {
        let machine = try play(rule: "hlsjs") { settings in
            settings.rates = Self.rough
            settings.segmentCount = 60
        }
        let log = machine.log.accessLog(.init(begin: .seconds(1_777_638_600), sessionID: "s1"))
        #expect(log.events.count > 2)
        #expect(log.totalDurationWatched == machine.played.played / .seconds(1))
        #expect(log.events.reduce(0) { $0 + $1.numberOfStalls } == machine.played.stalls.count)
        let bytes = machine.played.requests.reduce(0) { $0 + $1.bytes }
        #expect(log.events.reduce(0) { $0 + $1.numberOfBytesTransferred } == bytes)
        #expect(
            log.events.reduce(0) { $0 + $1.numberOfMediaRequests } >= machine.played.requests.count)
        #expect(log.events[0].playbackStart == .seconds(1_777_638_600))
        #expect(log.events[0].startupTime == machine.played.startup.map { $0 / .seconds(1) })
        // Each period begins where the one before ended.
        for (old, new) in zip(log.events, log.events.dropFirst()) {
            #expect(
                abs(old.playbackStartOffset + old.durationWatched - new.playbackStartOffset) < 1e-6)
        }
        for event in log.events where event.observedBitrate > 0 {
            #expect(event.observedMinBitrate <= event.observedMaxBitrate)
        }
        #expect(log.events.allSatisfy { $0.playbackSessionID == "s1" && $0.uri != nil })
        #expect(log.events.reduce(0) { $0 + $1.downloadOverdue } > 0)
        #expect(try AccessLog(parsing: log.extendedLogText()) == log)
    }

    @Test func `say what a period's media has, and what it declares`() throws {
        let machine = try play(rule: "lowest")
        let event = try #require(machine.log.accessLog().events.first)
        #expect(event.indicatedBitrate == Double(PlayerPresentation.ladder.levels[0].peakBitRate))
        // The world's segments are as large as their level's peak rate makes them.
        #expect(abs(event.averageVideoBitrate - event.indicatedBitrate) < 10)
        #expect(event.averageAudioBitrate == -1)
        #expect(event.segmentsDownloadedDuration == 120)
        #expect(event.numberOfDroppedVideoFrames == -1)
        #expect(event.playbackStart == nil)
        #expect(event.playbackType == "VOD")
    }

    @Test func `name what could not be had`() throws {
        let machine = try play(rule: "lowest") { $0.failing = [2] }
        let log = machine.log.errorLog(.init(begin: .zero))
        #expect(log.events.count == 1)
        #expect(log.events[0].errorDomain == "HLSDownload")
        #expect(log.events[0].errorComment?.isEmpty == false)
        #expect(log.events[0].uri == machine.log.failures[0].uri)
        #expect(log.events[0].moment.map { $0 > .zero } == true)
        #expect(try ErrorLog(parsing: log.extendedLogText()) == log)
    }
}
