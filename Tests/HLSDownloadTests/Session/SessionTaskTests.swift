import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A task of a session` {
    @Test func `is suspended until it is resumed`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { origin, url in
            let session = try TestSession().open()
            let task = try session.makeTask(url)
            #expect(task.state == .suspended)
            #expect(task.progress.fractionCompleted == 0)
            #expect(session.tasks == [task])
            #expect(origin.requestCount == 0)
            await session.close()
            #expect(origin.requestCount == 0)
        }
    }

    @Test func `stores what the origin has, and tells it in order`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            let session = try TestSession().open()
            let task = try session.start(url)
            let events = await session.events.untilCompleted()
            #expect(
                events.names == [
                    "willDownloadTo", "willDownloadVariants", "didResolve", "progress",
                    "completedSelection 0", "progress", "didComplete",
                ])
            #expect(events.allSatisfy { $0.task == task })
            #expect(task.state == .completed)
            #expect(task.error == nil)
            #expect(session.tasks == [])
            #expect(try task.digests() == (try asset.digests(of: "high")))
            #expect(events.first?.kind == .willDownloadTo(task.location))
        }
    }

    @Test func `tells the ranges of time that it has loaded`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let session = try TestSession().open()
            _ = try session.start(url)
            let whole = MediaTimeRange(start: .zero, end: .seconds(24))
            var sum = Duration.zero
            var loads = 0
            for event in await session.events.untilCompleted() {
                guard case .didLoad(let range, let total, let expected) = event.kind else {
                    continue
                }
                sum += range.duration
                loads += 1
                #expect(total.reduce(.zero) { $0 + $1.duration } == sum)
                #expect(total.contains { $0.start <= range.start && range.end <= $0.end })
                #expect(expected == whole)
            }
            #expect(sum == whole.duration)
            #expect(loads == 6)
        }
    }

    @Test func `says how far it is without ever going back`() async throws {
        let fault = TestSession.stall(segment: 3)
        try await withOrigin(.synthetic(TestAssets.movie()), [fault]) { _, url in
            let test = try TestSession()
            let session = try test.open()
            let task = try session.start(url)
            let stream = session.events
            var events = await stream.until {
                if case .progress(let progress) = $0 {
                    progress.fractionCompleted > 0.5
                } else {
                    false
                }
            }
            task.suspend()
            task.resume()
            events += await stream.untilCompleted()
            let fractions = events.progress.map(\.fractionCompleted)
            #expect(fractions == fractions.sorted())
            #expect(fractions.allSatisfy { $0 < 1 })
            #expect(task.progress.fractionCompleted == 1)
            let bytes = events.progress.map(\.bytesReceived)
            #expect(bytes == bytes.sorted())
            #expect(events.completions == [nil])
        }
    }

    @Test func `has a summary of all its runs`() async throws {
        let asset = try TestAssets.movie()
        let fault = Fault(match: .init(segment: 2), effect: .status(503), times: 1)
        try await withOrigin(.synthetic(asset), [fault]) { origin, url in
            let session = try TestSession().open()
            let task = try session.start(url)
            _ = await session.events.untilCompleted()
            let summary = task.summary
            #expect(summary.mediaRequestCount == origin.requestCount)
            #expect(summary.recoverableErrorCount == 1)
            #expect(summary.lastRecoverableError?.contains("503") == true)
            #expect(summary.bytesReceived > (try asset.byteCount(of: "high")))
            #expect(summary.duration > .zero)
            #expect(summary.variants.map(\.uri) == ["high/index.m3u8"])
        }
    }

    @Test func `knows what it has chosen and why`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let session = try TestSession().open()
            let task = try session.makeAssetDownloadTask(
                asset: URLAsset(url: try #require(URL(string: url))), assetTitle: "Movie",
                options: AssetDownloadTaskOptions(minimumRequiredMediaBitrate: 1))
            task.resume()
            _ = await session.events.untilCompleted()
            let primary = try #require(task.resolvedSelection?.primary)
            #expect(primary.variant.uri == "low/index.m3u8")
            #expect(primary.reason.rule == .least(.peakBitRate))
            #expect(task.kind == .options)
            #expect(task.options?.minimumRequiredMediaBitrate == 1)
        }
    }

    @Test func `keeps the configuration that it was made with`() throws {
        let session = try TestSession().open()
        var configuration = AssetDownloadConfiguration(
            asset: URLAsset(url: try #require(URL(string: "http://h/i.m3u8"))), title: "One")
        configuration.primary.variantQualifiers = [
            try .predicate("peakBitRate > 265000 AND presentationHeight <= 720")
        ]
        let task = try session.makeAssetDownloadTask(downloadConfiguration: configuration)
        configuration.title = "Two"
        configuration.primary.variantQualifiers = []
        #expect(task.configuration.title == "One")
        #expect(task.configuration.primary.variantQualifiers.count == 1)
        #expect(task.asset.url.absoluteString == "http://h/i.m3u8")
    }

    @Test func `fails with the address and the reason`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let session = try TestSession().open()
            let missing = url.replacing("/index.m3u8", with: "/none.m3u8")
            let task = try session.start(missing)
            let events = await session.events.untilCompleted()
            #expect(events.completions.count == 1)
            guard case .downloadFailed(let failure) = task.error else {
                Issue.record("\(String(describing: task.error)) is no failed download")
                return
            }
            #expect(failure.kind == .status)
            #expect(failure.statusCode == 404)
            #expect(failure.url == missing)
            #expect(events.completions == [task.error])
        }
    }

    @Test func `that is cancelled ends once and keeps its package`() async throws {
        let fault = TestSession.stall(segment: 3)
        try await withOrigin(.synthetic(TestAssets.movie()), [fault]) { _, url in
            let session = try TestSession().open()
            let running = try session.start(url)
            let suspended = try session.makeTask(url)
            let stream = session.events
            var events = await stream.until { $0.name == "progress" }
            running.cancel()
            running.cancel()
            suspended.cancel()
            suspended.resume()
            events += await stream.untilCompleted(2)
            await session.close()
            #expect(running.state == .completed && suspended.state == .completed)
            #expect(running.error == .cancelled && suspended.error == .cancelled)
            #expect(events.completions == [.cancelled, .cancelled])
            #expect(FileManager.default.fileExists(atPath: running.location.path()))
        }
    }

    @Test func `goes on where it was suspended`() async throws {
        let asset = try TestAssets.movie()
        let fault = TestSession.stall(segment: 3)
        let (origin, task) = try await withOrigin(.synthetic(asset), [fault]) { origin, url in
            let session = try TestSession().open()
            let task = try session.start(url)
            let stream = session.events
            _ = await stream.until {
                if case .progress(let progress) = $0 {
                    progress.fractionCompleted > 0.8
                } else {
                    false
                }
            }
            task.suspend()
            #expect(task.state == .suspended)
            task.resume()
            let events = await stream.untilCompleted()
            #expect(events.completions == [nil])
            #expect(try task.digests() == (try asset.digests(of: "high")))
            await session.close()
            return (origin, task)
        }
        #expect(origin.record.segments.count == 7)
        #expect(origin.record.segments.last?.range == "bytes=100000-")
        #expect(task.summary.mediaRequestCount == origin.record.entries.count)
    }

    @Test func `goes on from another URL, fetching nothing twice`() async throws {
        let asset = try TestAssets.movie()
        let origin = try await withOrigin(.synthetic(asset), [TestSession.stall(segment: 3)]) {
            origin, url in
            let session = try TestSession().open()
            let task = try session.start(url)
            let stream = session.events
            _ = await stream.until {
                if case .progress(let progress) = $0 {
                    progress.fractionCompleted > 0.8
                } else {
                    false
                }
            }
            task.suspend()
            let other = try #require(URL(string: url + "?token=2"))
            task.replaceURL(other)
            #expect(task.asset.url == other)
            task.resume()
            #expect(await stream.untilCompleted().completions == [nil])
            #expect(try task.manifest().url == other.absoluteString)
            await session.close()
            return origin
        }
        #expect(origin.record.segments.count == 7)
    }

    @Test func `asks for a new address when its token has expired, and goes on there`()
        async throws
    {
        let expired = Fault(
            match: .init(kind: .segment, segment: 4), effect: .status(403), times: 1)
        let origin = try await withOrigin(.synthetic(TestAssets.movie()), [expired]) {
            origin, url in
            let session = try TestSession().open()
            let stream = session.events
            let task = try session.start(url + "?token=1")
            let events = await stream.until {
                if case .waiting(.newURL) = $0 { true } else { false }
            }
            guard case .waiting(.newURL(let failure))? = events.last?.kind else {
                Issue.record("nobody was asked: \(events.names)")
                return origin
            }
            #expect(failure.statusCode == 403)
            #expect(task.state == .suspended)
            #expect(task.waitingReason == .newURL(failure))
            task.replaceURL(try #require(URL(string: url + "?token=2")))
            task.resume()
            #expect(await stream.untilCompleted().completions == [nil])
            await session.close()
            return origin
        }
        let served = origin.record.segments.filter {
            [200, 206].contains($0.status) && $0.ending == .complete
        }
        #expect(Set(served.map(\.path)).count == 6)
    }

    @Test func `waits where the network is metered and it may not use that`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { origin, url in
            let session = try TestSession().open()
            session.networkChanged(to: .metered)
            let stream = session.events
            var configuration = AssetDownloadConfiguration(assetURL: url, title: "Movie")
            configuration.allowsMeteredNetwork = false
            let task = try session.makeAssetDownloadTask(downloadConfiguration: configuration)
            task.resume()
            _ = await stream.until { $0 == .waiting(.meteredNetwork) }
            #expect(task.waitingReason == .meteredNetwork)
            #expect(try await origin.settledRecord().segments.isEmpty)
            session.networkChanged(to: .unmetered)
            #expect(await stream.untilCompleted().completions == [nil])
            #expect(task.waitingReason == nil)
            await session.close()
        }
    }

    @Test func `has a description and a priority of the app's`() async throws {
        let test = try TestSession()
        let session = try test.open()
        let task = try session.makeTask("http://h/i.m3u8")
        #expect(task.priority == 0.5)
        task.taskDescription = "for the train"
        task.priority = 7
        await session.close()
        let again = try #require(try test.open().tasks.first)
        #expect(again.taskDescription == "for the train")
        #expect(again.priority == 1)
    }

    @Test func `of several media selections completes each of them`() async throws {
        let fixture = `A download of the fixture`.fixture("cmaf")
        try await withOrigin(.folder(fixture)) { _, url in
            let session = try TestSession().open()
            let asset = URLAsset(url: try #require(URL(string: url)))
            let task = try session.aggregateAssetDownloadTask(
                with: asset, mediaSelections: [.language("fr"), .language("en")],
                options: .init(minimumRequiredMediaBitrate: 1, prefersMultichannel: false))
            task.resume()
            let events = await session.events.untilCompleted()
            #expect(task.error == nil)
            let completed = events.compactMap { event -> Int? in
                if case .completedSelection(let index) = event.kind { index } else { nil }
            }
            #expect(completed.sorted() == [0, 1])
            #expect(task.completedSelections == [0, 1])
            #expect(task.kind == .aggregate)
            let languages = try task.manifest().streams.map { "\($0.kind) \($0.language ?? "-")" }
            #expect(
                languages.sorted() == [
                    "audio en", "audio fr", "subtitles en", "subtitles fr", "video -",
                ])
        }
    }
}
