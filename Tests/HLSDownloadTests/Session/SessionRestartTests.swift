import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A session made again` {
    @Test func `goes on with what ran, fetching nothing twice`() async throws {
        let asset = try TestAssets.movie()
        let fault = TestSession.stall(segment: 3)
        let origin = try await withOrigin(.synthetic(asset), [fault]) { origin, url in
            let test = try TestSession()
            var session: AssetDownloadSession? = try test.open()
            let first = try #require(try session?.start(url))
            let location = first.location
            var early = await session?.events.until {
                if case .progress(let progress) = $0 {
                    progress.fractionCompleted > 0.8
                } else {
                    false
                }
            }
            // Nobody says goodbye: what is there must be enough.
            session = nil
            let again = try await test.openAgain()
            let task = try #require(again.tasks.first)
            #expect(task.state == .running)
            #expect(task.taskIdentifier == first.taskIdentifier)
            #expect(task.location == location)
            #expect(task.progress.fractionCompleted > 0.8)
            #expect(task.resolvedSelection?.primary.variant.uri == "high/index.m3u8")
            let late = await again.events.untilCompleted()
            #expect(late.completions == [nil])
            #expect(
                late.names == [
                    "willDownloadTo", "progress", "completedSelection 0", "progress",
                    "didComplete",
                ])
            early = (early ?? []) + late
            let fractions = early?.progress.map(\.fractionCompleted) ?? []
            #expect(fractions == fractions.sorted())
            #expect(try task.digests() == (try asset.digests(of: "high")))
            #expect(task.summary.mediaRequestCount == origin.requestCount)
            return origin
        }
        #expect(origin.record.segments.count == 7)
    }

    @Test func `has suspended tasks suspended, with all that they were made with`() async throws {
        let test = try TestSession()
        let session = try test.open()
        var configuration = AssetDownloadConfiguration(
            assetURL: "http://h/i.m3u8", title: "Movie", artwork: [1, 2, 3])
        configuration.primary.variantQualifiers = [.maximum(.averageBitRate)]
        configuration.auxiliary = [.init(mediaSelections: [.language("fr")])]
        configuration.optimizesAuxiliaryContentConfigurations = false
        let made = [
            try session.makeAssetDownloadTask(downloadConfiguration: configuration),
            try session.makeAssetDownloadTask(
                asset: URLAsset(url: try #require(URL(string: "http://h/2.m3u8"))),
                options: .init(prefersHDR: false)),
            try session.aggregateAssetDownloadTask(
                with: URLAsset(url: try #require(URL(string: "http://h/3.m3u8"))),
                mediaSelections: [.language("en"), .language("de")]),
        ]
        await session.close()
        let again = try test.open()
        #expect(again.tasks.map(\.taskIdentifier) == made.map(\.taskIdentifier))
        #expect(again.tasks.map(\.configuration) == made.map(\.configuration))
        #expect(again.tasks.map(\.options) == made.map(\.options))
        #expect(again.tasks.map(\.kind) == [.configuration, .options, .aggregate])
        #expect(again.tasks.map(\.location) == made.map(\.location))
        #expect(again.tasks.allSatisfy { $0.state == .suspended })
        #expect(again.tasks.first?.configuration == configuration)
    }

    @Test func `ends a task whose closure did not survive, and says so`() async throws {
        let test = try TestSession()
        let session = try test.open()
        var configuration = AssetDownloadConfiguration(assetURL: "http://h/i.m3u8")
        configuration.primary.variantQualifiers = [.closure("odd") { $0.peakBitRate % 2 == 1 }]
        _ = try session.makeAssetDownloadTask(downloadConfiguration: configuration)
        await session.close()
        let again = try test.open()
        let events = await again.events.untilCompleted()
        #expect(events.completions == [.notRestorable])
        #expect(again.tasks == [])
    }

    @Test func `never gives the number of a task or package again`() async throws {
        let test = try TestSession()
        var tasks: Set<Int> = []
        var locations: Set<URL> = []
        for _ in 1...3 {
            let session = try test.open()
            let task = try session.makeTask("http://h/i.m3u8")
            #expect(tasks.insert(task.taskIdentifier).inserted)
            #expect(locations.insert(task.location).inserted)
            try session.deletePackage(at: task.location)
            await session.close()
        }
    }

    @Test func `has a thousand tasks within a second`() async throws {
        // What a release build takes a tenth of; a debug build on a busy machine takes its time.
        let bound = Duration.seconds(30)
        let silence = Fault(
            match: .init(kind: .multivariantPlaylist),
            effect: .stall(afterByte: 10, for: .seconds(600)))
        try await withOrigin(.synthetic(TestAssets.movie()), [silence]) { _, url in
            let test = try TestSession()
            let clock = ContinuousClock()
            let session = try test.open()
            let created = try clock.measure {
                for _ in 1...1000 { _ = try session.makeTask(url) }
            }
            let resumed = clock.measure {
                for task in session.tasks { task.resume() }
            }
            await session.close()
            let start = clock.now
            let again = try test.open()
            let tasks = again.tasks
            let restored = clock.now - start
            #expect(tasks.count == 1000)
            #expect(tasks.allSatisfy { $0.state == .running })
            print(
                "1000 tasks: created in \(created), resumed in \(resumed), restored in \(restored)")
            #expect(created < bound && resumed < bound && restored < bound)
            await again.close()
        }
    }
}
