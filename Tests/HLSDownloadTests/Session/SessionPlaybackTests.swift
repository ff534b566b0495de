import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A task whose presentation is played` {
    static let rule = AssetPlaybackOptions(rule: "fixed:0")

    static func states(_ events: [AssetPlaybackEvent]) -> [AssetPlaybackEvent.State] {
        events.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    @Test func `is complete at its own quality, and plays to the end`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { origin, url in
            let session = try TestSession().open()
            let task = try session.makeTask(url)
            let playback = task.play(Self.rule)
            playback.setRate(16)
            let events = session.events
            task.resume()
            var played: [AssetPlaybackEvent] = []
            for await event in playback.events { played.append(event) }
            #expect(Self.states(played).first == .waiting)
            #expect(Self.states(played).last == .ended)
            let completions = await events.untilCompleted().completions
            #expect(completions == [nil])
            #expect(try task.digests() == (try asset.digests(of: "high")))
            let record = try await origin.settledRecord()
            #expect(record.wholeAnswers(of: "low").count == 12)
            let answers = record.wholeAnswers(of: "high")
            #expect(answers.count == Set(answers).count)
            await session.close()
        }
    }

    @Test(
        arguments: [
            (nil, nil, ["audio-en-stereo"], []), ("Français", nil, ["audio-fr-stereo"], []),
            ("Klingon", "Français", ["audio-en-stereo"], ["subs-fr"]),
        ] as [(String?, String?, [String], [String])])
    func `has the sound and the subtitles that are asked for by name`(
        audio: String?, subtitles: String?, sound: [String], words: [String]
    ) async throws {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture("cmaf"))
        try await withOrigin(asset) { origin, url in
            let session = try TestSession().open()
            var configuration = AssetDownloadConfiguration(assetURL: url, title: "Movie")
            // Nothing else fetches the renditions of the other language.
            configuration.primary.prefersMultichannel = false
            let task = try session.makeAssetDownloadTask(downloadConfiguration: configuration)
            let playback = task.play(
                AssetPlaybackOptions(rule: "fixed:0", audio: audio, subtitles: subtitles))
            playback.setRate(16)
            task.resume()
            var played: [AssetPlaybackEvent] = []
            for await event in playback.events { played.append(event) }
            #expect(Self.states(played).last == .ended)
            let streams = Set(
                try await origin.settledRecord().entries.compactMap(\.part?.stream))
            for name in sound + words { #expect(streams.contains(name), "\(name)") }
            #expect(streams.contains("audio-fr-stereo") == sound.contains("audio-fr-stereo"))
            #expect(streams.contains("subs-fr") == words.contains("subs-fr"))
            await session.close()
        }
    }

    @Test(arguments: [nil, .query, .headers] as [CommonMediaClientDataForm?])
    func `tells the server of its requests as its configuration says, and else nothing`(
        form: CommonMediaClientDataForm?
    ) async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { origin, url in
            let session = try TestSession().open()
            let events = session.events
            let task = try session.makeAssetDownloadTask(
                downloadConfiguration: AssetDownloadConfiguration(
                    assetURL: url, title: "Movie", commonMediaClientData: form))
            _ = task.play(Self.rule)
            task.resume()
            #expect(await events.untilCompleted().completions == [nil])
            await session.close()
            let told = try await origin.settledRecord().entries.map(\.clientData)
            #expect(!told.isEmpty)
            #expect(told.allSatisfy { $0?.form.rawValue == form?.rawValue })
            #expect(told.allSatisfy { $0?.faults.isEmpty ?? true })
            #expect(Set(told.compactMap { $0?.values["sid"] }).count == (form == nil ? 0 : 1))
        }
    }

    @Test func `is complete while it plays on, and the playback ends with the session`()
        async throws
    {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { _, url in
            let session = try TestSession().open()
            let task = try session.makeTask(url)
            let playback = task.play(Self.rule)
            playback.pause()
            let events = session.events
            task.resume()
            #expect(await events.untilCompleted().completions == [nil])
            #expect(task.state == .completed)
            await session.close()
            var played: [AssetPlaybackEvent] = []
            for await event in playback.events { played.append(event) }
            #expect(Self.states(played).contains(.paused))
            #expect(Self.states(played).last == .stopped)
        }
    }

    @Test func `begins to play when it runs already, and fetches nothing again`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        let stalls = [TestSession.stall(segment: 12, afterByte: 50_000)]
        try await withOrigin(.synthetic(asset), stalls) { origin, url in
            let session = try TestSession().open()
            let events = session.events
            let task = try session.start(url)
            let earlier = await events.until { kind in
                if case .didLoad(_, let loaded, _) = kind {
                    loaded[0].end >= .seconds(12)
                } else {
                    false
                }
            }
            let first = origin.requestCount
            let playback = task.play(AssetPlaybackOptions(rule: "fixed:1"))
            playback.setRate(16)
            var played: [AssetPlaybackEvent] = []
            for await event in playback.events { played.append(event) }
            #expect(Self.states(played).last == .ended)
            await session.close()
            #expect(try task.digests() == (try asset.digests(of: "high")))
            guard case .didLoad(_, let loaded, _)? = earlier.last?.kind else { return }
            let again = origin.record.segments.filter { $0.sequence > first }
            for index in 0..<12 {
                let end = Duration.seconds(2 * index + 2)
                guard loaded.contains(where: { $0.start <= end - .seconds(2) && $0.end >= end })
                else { continue }
                #expect(!again.contains { $0.part == .segment(stream: "high", index: index) })
            }
        }
    }

    @Test func `says why nothing is played`() async throws {
        let asset = try TestAssets.movie(segmentSeconds: 2)
        try await withOrigin(.synthetic(asset)) { _, url in
            let session = try TestSession().open()
            let events = session.events
            let task = try session.start(url)
            #expect(await events.untilCompleted().completions == [nil])
            var reasons: [AssetPlaybackEvent] = []
            for await event in task.play(Self.rule).events { reasons.append(event) }
            #expect(reasons == [.state(.failed(reason: "the task is over"))])
            let unknown = task.play(AssetPlaybackOptions(rule: "none-such"))
            for await event in unknown.events { reasons.append(event) }
            guard case .state(.failed(let reason))? = reasons.last else {
                Issue.record("\(reasons)")
                return
            }
            #expect(reason.hasPrefix("there is no adaptation rule 'none-such'"))
            await session.close()
        }
    }
}
