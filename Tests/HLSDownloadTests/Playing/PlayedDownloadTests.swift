import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import OfflinePlayback
import PlaybackCore
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Played while it is downloaded, a movie` {
    @Test(arguments: ["fixed:0", "throughput", "bola-e", "hlsjs"])
    func `is whole at the requested quality, of which nothing is fetched twice`(
        rule: String
    ) async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            // At sixteen times its speed the better variant needs 6.4 Mbit/s, the other 1.6.
            download.options.bandwidthLimit = 3_200_000
            let result = try await download.run(
                playing: .init(mode: .withDownload, rule: rule, speed: 16))
            #expect(result.failure == "")
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)

            let playback = try #require(result.playback)
            #expect(playback.state == .ended)
            #expect(playback.faults == [])
            let account = playback.account
            #expect(account.fetchedTwice == 0)
            #expect(account.lost == 0)
            #expect(account.kept == (try asset.byteCount(of: "high")))
            // What the other rules choose, the machine's speed has a say in.
            if rule == "fixed:0" { #expect(account.replaced > account.guestPlaylists) }
            #expect(account.fetched == result.trace.receivedBytes)
            let logged = playback.log.access.reduce(0) { $0 + $1.bytes }
            #expect(logged == account.fetchedForPlayer)

            let record = try await origin.settledRecord()
            let answers = record.wholeAnswers(of: "high")
            #expect(answers.count == Set(answers).count)
            let playlists = ["multivariant", "0"].map { "package/Data/\($0).m3u8" }
            let kept = try playlists.reduce(account.kept) {
                $0 + (try download.folder.bytes(of: $1).count)
            }
            #expect(result.progress.bytesReceived - kept == account.replaced)
            let lesser = record.segments.filter { $0.part?.stream == "low" }
            let delivered = lesser.reduce(0) { $0 + $1.bytesDelivered }
            #expect(delivered >= account.replaced - account.guestPlaylists)
        }
    }

    @Test func `is whole when its player turns to a lower quality because answers are late`()
        async throws
    {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        // 100 kB each, so late that they come at less than the variant's 400 kbit/s.
        let late = (4...12).map {
            Fault(match: .init(stream: "high", segment: $0), effect: .delay(.seconds(3)), times: 1)
        }
        try await withOrigin(.synthetic(asset), late) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run(
                playing: .init(mode: .withDownload, rule: "throughput", speed: 4))
            #expect(result.failure == "")
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
            let playback = try #require(result.playback)
            #expect(playback.state == .ended)
            #expect(playback.played.segments.contains { $0.level == 0 })
            #expect(playback.account.replaced > playback.account.guestPlaylists)
            #expect(playback.account.fetchedTwice == 0)
        }
    }

    @Test func `comes from its package when it is played after the download, the origin gone`()
        async throws
    {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        let folder = try TestFolder()
        let (finished, signal) = AsyncStream<Never>.makeStream()
        let (running, driver) = try await withOrigin(.synthetic(asset)) { _, url in
            let driver = try TestDownload(url: url, folder: folder).driver(
                playing: .init(mode: .after),
                trace: { _, _, commands in
                    if commands.contains(.finish(.completed)) { signal.finish() }
                })
            let running = Task { await driver.run() }
            for await _ in finished {}
            await driver.tellPlayer(.rateChanged(PlaybackRate(thousandths: 16_000)))
            return (running, driver)
        }
        #expect(await running.value == .completed)
        let playback = try #require(await driver.playback)
        #expect(playback.state == .ended)
        #expect(playback.faults == [])
        #expect(playback.played.segments.count == 12)
        #expect(!playback.played.segments.contains { !$0.isFromStore })
        let bytes = playback.played.segments.reduce(0) { $0 + $1.bytes }
        #expect(bytes == (try asset.byteCount(of: "high")))
        #expect(playback.account.fetchedForPlayer == 0)
    }

    @Test(arguments: ["fixed:0", "fixed:1"])
    func `leaves no package when it is only played, and nothing else is fetched`(
        rule: String
    ) async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        let (played, other) = rule == "fixed:0" ? ("low", "high") : ("high", "low")
        try await withOrigin(.synthetic(asset)) { origin, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run(
                playing: .init(mode: .only, rule: rule, speed: 16))
            #expect(result.outcome == .cancelled)
            let playback = try #require(result.playback)
            #expect(playback.state == .ended)
            #expect(playback.account.fetchedForDownload == 0)
            let record = try await origin.settledRecord()
            #expect(record.wholeAnswers(of: played).count == 12)
            #expect(record.wholeAnswers(of: other) == [])
            for name in ["manifest.json", "index.m3u8", "boot.xml", "root.xml"] {
                #expect(!download.folder.has("package/" + name))
            }

            // What was played at the requested quality serves a download.
            let later = try await download.run()
            #expect(later.failure == "")
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
            let answers = try await origin.settledRecord().wholeAnswers(of: "high")
            #expect(answers.count == 12)
        }
    }

    @Test func `plays what is there when the download fails, and then is stopped`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        let gone = Fault(match: .init(stream: "high", segment: 6), effect: .status(404))
        try await withOrigin(.synthetic(asset), [gone]) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run(
                playing: .init(mode: .withDownload, rule: "fixed:1"))
            #expect(result.failure.contains("404"))
            let playback = try #require(result.playback)
            #expect(playback.state == .stopped)
            #expect(playback.played.played == .seconds(10))
            #expect(playback.faults == [])
            #expect(try download.manifest().isComplete == false)
        }
    }

    @Test func `is downloaded although there is no such rule`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let driver = try download.driver(
                playing: .init(mode: .withDownload, rule: "none-such"))
            #expect(await driver.run() == .completed)
            let problem = await driver.playbackProblem
            #expect(problem != nil)
            let playback = await driver.playback
            #expect(playback?.state == nil)
        }
    }

    @Test func `waits for the person who has paused, until the run is cancelled`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { _, url in
            let download = TestDownload(url: url, folder: try TestFolder())
            let result = try await download.run(playing: .init(mode: .withDownload, speed: nil)) {
                $0.contains { $0.commands.contains(.finish(.completed)) }
            }
            #expect(result.outcome == .completed)
            #expect(result.playback?.state == .stopped)
            let fault = try await PlayedPackage(download: download, asset: asset).fault()
            #expect(fault == nil)
        }
    }
}
