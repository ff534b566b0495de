import DownloadCore
import FixtureOrigin
import Foundation
import HLSDownload
import Scenarios
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The packages of a session` {
    @Test func `are listed with their sizes and states`() async throws {
        let asset = try TestAssets.movie()
        try await withOrigin(.synthetic(asset)) { _, url in
            let session = try TestSession().open()
            let task = try session.start(url)
            let queued = try session.makeTask(url)
            _ = await session.events.untilCompleted()
            let packages = session.packages
            #expect(packages.map(\.location) == [task.location, queued.location])
            #expect(packages.map(\.state) == [.complete, .empty])
            #expect(packages.map(\.title) == ["Movie", "Movie"])
            let media = try asset.byteCount(of: "high")
            #expect((media...(media + 500_000)).contains(packages[0].byteCount))
            #expect(packages[1].byteCount == 0)
        }
    }

    @Test func `that are partial, damaged or missing say so`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie()), [TestSession.stall(segment: 3)]) {
            _, url in
            let session = try TestSession().open()
            let partial = try session.start(url)
            let stream = session.events
            _ = await stream.until {
                if case .progress(let progress) = $0 {
                    progress.fractionCompleted > 0.8
                } else {
                    false
                }
            }
            partial.cancel()
            let others = try (1...3).map { _ in try session.start(url) }
            _ = await stream.untilCompleted(4)
            let path = try #require(try others[0].manifest().streams[0].parts[1].path)
            try Data([1]).write(to: others[0].location.appending(path: path))
            try FileManager.default.removeItem(at: others[1].location)
            try Data("{".utf8).write(to: others[2].location.appending(path: "manifest.json"))
            let states = session.packages.map(\.state)
            #expect(states[0] == .partial(firstHole: "segment 3 of high/index.m3u8"))
            #expect("\(states[1])".contains("damaged(\"\(path) has 1 bytes in place of"))
            #expect(states[2] == .missing)
            #expect("\(states[3])".contains("manifest.json"))
        }
    }

    @Test func `go with their journals and tasks when they are deleted`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let test = try TestSession()
            let session = try test.open()
            let task = try session.start(url)
            let later = try session.makeAssetDownloadTask(asset: URLAsset(url: task.location))
            _ = await session.events.untilCompleted()
            let package = try #require(session.packages.first)
            try session.delete(package)
            #expect(session.packages == [])
            #expect(later.error == .packageDeleted)
            #expect(test.files("packages") == [])
            #expect(throws: AssetDownloadError.self) { try session.delete(package) }
            await session.close()
            #expect(try test.open().packages == [])
        }
    }

    @Test func `are not deleted while a task works on them`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie()), [TestSession.stall(segment: 3)]) {
            _, url in
            let test = try TestSession()
            let session = try test.open()
            let task = try session.start(url)
            let stream = session.events
            _ = await stream.until { $0.name == "progress" }
            let package = try #require(session.packages.first)
            #expect {
                try session.delete(package)
            } throws: { error in
                if case AssetDownloadError.packageInUse = error { true } else { false }
            }
            task.cancel()
            _ = await stream.untilCompleted()
            try session.delete(package)
            #expect(test.files("packages") == [])
        }
    }

    @Test func `go on going when a deletion was cut short`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let test = try TestSession()
            let session = try test.open()
            _ = try session.start(url)
            _ = await session.events.untilCompleted()
            await session.close()
            try test.edit("UPDATE package SET isDeleting = 1")
            #expect(try test.open().packages == [])
            #expect(test.files("packages") == [])
        }
    }

    @Test func `are purged by policy, and by nothing else`() async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_000_000))
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var test = try TestSession()
            test.configuration.maximumConcurrentTasks = 1
            test.configuration.now = { now.withLock { $0 } }
            let session = try test.open()
            let tasks = try (1...4).map { _ in try session.start(url) }
            let locations = tasks.map(\.location)
            _ = await session.events.untilCompleted(4)
            let manager = session.storageManager
            let policy = AssetDownloadStorageManagementPolicy(
                priority: .important, expirationDate: Date(timeIntervalSince1970: 2_000_000))
            try manager.setStorageManagementPolicy(policy, for: locations[0])
            try manager.setStorageManagementPolicy(.init(), for: locations[1])
            try manager.setStorageManagementPolicy(.init(), for: locations[2])
            #expect(try manager.storageManagementPolicy(for: locations[0]) == policy)
            #expect(try manager.storageManagementPolicy(for: locations[3]) == nil)
            now.withLock { $0 += 1 }
            try manager.noteUse(of: locations[1])
            let all = manager.purgePlan(freeing: .max)
            #expect(all.packages.map(\.location) == [locations[2], locations[1], locations[0]])
            #expect(!all.isEnough)
            #expect(session.packages.count == 4)
            now.withLock { $0 += 2_000_000 }
            let done = try manager.purge(freeing: 1)
            #expect(done.packages.map(\.location) == [locations[0]])
            #expect(done.isEnough && done.byteCount == all.packages[2].byteCount)
            #expect(session.packages.map(\.location) == Array(locations[1...]))
            await session.close()
            let again = try test.open()
            let kept = try again.storageManager.storageManagementPolicy(for: locations[1])
            #expect(kept == AssetDownloadStorageManagementPolicy())
        }
    }

    @Test func `of nobody are named, and removed only when they are certainly ours`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            let test = try TestSession()
            let session = try test.open()
            _ = try session.start(url)
            _ = await session.events.untilCompleted()
            await session.close()
            try test.edit("DELETE FROM package")
            let packages = test.library.appending(path: "movies/packages")
            try FileManager.default.createDirectory(
                at: packages.appending(path: "0777.movpkg"), withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: packages.appending(path: "notes.txt"))
            let again = try test.open()
            let orphans = Dictionary(
                uniqueKeysWithValues: again.orphans.map {
                    ($0.location.lastPathComponent, $0.isOfThisLibrary)
                })
            #expect(orphans["0001.movpkg"] == true)
            #expect(orphans["0001.sqlite"] == true)
            #expect(orphans["0777.movpkg"] == false)
            #expect(orphans["notes.txt"] == false)
            #expect(try again.makeTask(url).location.lastPathComponent == "0778.movpkg")
            try again.removeOrphans()
            #expect(again.orphans.map(\.isOfThisLibrary) == [false, false])
            #expect(test.files("packages/0001.movpkg") == [])
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `The quota of a library` {
    /// More than a movie, less than two.
    static let quota = 2_000_000

    @Test func `makes room by policy`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var test = try TestSession()
            test.configuration.libraryQuota = Self.quota
            let session = try test.open()
            let stream = session.events
            let first = try session.start(url)
            _ = await stream.untilCompleted()
            try session.storageManager.setStorageManagementPolicy(.init(), for: first.location)
            let second = try session.start(url)
            #expect(await stream.untilCompleted().completions == [nil])
            #expect(session.packages.map(\.location) == [second.location])
        }
    }

    @Test func `lets a task wait that has no room, and go on when there is`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var test = try TestSession()
            test.configuration.libraryQuota = Self.quota
            let session = try test.open()
            let stream = session.events
            let first = try session.start(url)
            _ = await stream.untilCompleted()
            let second = try session.start(url)
            _ = await stream.until { $0.name == "waiting for room" }
            #expect(second.state == .running)
            let size = session.packages.reduce(0) { $0 + $1.byteCount }
            #expect(size < Self.quota + 1_000_000)
            try session.deletePackage(at: first.location)
            #expect(await stream.untilCompleted().completions == [nil])
            #expect(second.waitingReason == nil)
        }
    }

    @Test func `ends a task that has no room, where that is the rule`() async throws {
        try await withOrigin(.synthetic(TestAssets.movie())) { _, url in
            var test = try TestSession()
            test.configuration.libraryQuota = 500_000
            test.configuration.quotaRule = .fail
            let session = try test.open()
            _ = try session.start(url)
            let events = await session.events.untilCompleted()
            #expect(events.completions == [.quotaExceeded(quota: 500_000)])
        }
    }
}

extension TestSession {
    /// What lies in a folder of the session.
    func files(_ name: String) -> [String] {
        let path = folder.path + "/library/movies/" + name
        // Nothing lies in a folder that is not there.
        return (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
    }
}
