import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The tasks of a session` {
    @Test func `run as many at once as may, in their order`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var test = try TestSession()
            test.configuration.maximumConcurrentTasks = 1
            let session = try test.open()
            let tasks = try (1...3).map { _ in try session.makeTask(url) }
            let stream = session.events
            tasks[2].priority = 1
            for task in tasks { task.resume() }
            #expect(tasks[1].waitingReason == .turn)
            let events = await stream.untilCompleted(3)
            let starts = events.filter { $0.kind.name == "willDownloadTo" }.map(\.task)
            #expect(starts == [tasks[0], tasks[2], tasks[1]])
            let marks = events.filter {
                $0.kind.name == "willDownloadTo" || $0.kind.isCompletion
            }
            let onePerTask = ["willDownloadTo", "didComplete"]
            #expect(marks.map(\.kind.name) == onePerTask + onePerTask + onePerTask)
            #expect(events.of(tasks[1]).first == .waiting(.turn))
            #expect(tasks[1].waitingReason == nil)
        }
    }

    @Test func `on one package follow one another, and fetch what is missing`() async throws {
        let asset = try TestAssets.movie()
        let origin = try await withOrigin(.synthetic(asset)) { origin, url in
            let session = try TestSession().open()
            let first = try session.start(url)
            let second = try session.makeAssetDownloadTask(
                asset: URLAsset(url: first.location), assetTitle: "Movie")
            second.resume()
            let events = await session.events.untilCompleted(2)
            #expect(second.location == first.location)
            #expect(second.asset == URLAsset(url: first.location))
            #expect(events.completions == [nil, nil])
            let end = try #require(events.firstIndex { $0.kind.isCompletion })
            #expect(events[...end].allSatisfy { $0.task == first || $0.kind == .waiting(.turn) })
            #expect(try second.digests() == (try asset.digests(of: "high")))
            #expect(session.packages.count == 1)
            return origin
        }
        #expect(origin.record.segments.count == 6)
    }

    @Test func `are told to the delegate as to those who iterate`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let delegate = Diary()
            let session = try TestSession().open(delegate: delegate)
            let (one, other) = (session.events, session.events)
            _ = try session.start(url)
            _ = try session.start(url)
            let events = await one.untilCompleted(2)
            #expect(await other.untilCompleted(2) == events)
            await session.close()
            #expect(delegate.entries.withLock { $0 } == events)
            #expect(events.completions.count == 2)
        }
    }

    @Test func `are not in the library of another identifier`() throws {
        let test = try TestSession()
        let one = try test.open("one")
        let other = try test.open("other")
        let task = try one.makeTask("http://h/i.m3u8")
        #expect(other.tasks == [])
        #expect {
            try other.makeAssetDownloadTask(asset: URLAsset(url: task.location))
        } throws: { error in
            if case AssetDownloadError.notInLibrary = error { true } else { false }
        }
    }
}

/// Writes down all that a delegate hears.
final class Diary: AssetDownloadDelegate {
    let entries = Mutex<[AssetDownloadEvent]>([])

    private func write(_ task: AssetDownloadTask, _ kind: AssetDownloadEvent.Kind) {
        entries.withLock { $0.append(AssetDownloadEvent(task: task, kind: kind)) }
    }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadTo location: URL
    ) async { write(task, .willDownloadTo(location)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        willDownloadVariants variants: [AssetVariant]
    ) async { write(task, .willDownloadVariants(variants)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didResolve resolvedSelection: ResolvedSelection
    ) async { write(task, .didResolve(resolvedSelection)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didLoad timeRange: MediaTimeRange, totalTimeRangesLoaded loaded: [MediaTimeRange],
        timeRangeExpectedToLoad expected: MediaTimeRange
    ) async {
        write(
            task,
            .didLoad(
                timeRange, totalTimeRangesLoaded: loaded, timeRangeExpectedToLoad: expected))
    }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didAdvance progress: AssetDownloadProgress
    ) async { write(task, .progress(progress)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteForMediaSelection index: Int
    ) async { write(task, .completedSelection(index)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        isWaitingFor reason: AssetDownloadWaitingReason
    ) async { write(task, .waiting(reason)) }

    func assetDownloadSession(
        _ session: AssetDownloadSession, assetDownloadTask task: AssetDownloadTask,
        didCompleteWithError error: AssetDownloadError?
    ) async { write(task, .didComplete(error)) }
}
