import DownloadCore
@testable import HLSDownload
import Testing

@Suite struct `A download journal` {
    typealias Key = DownloadSnapshot.PartKey

    static func part(_ index: Int) -> DownloadJournal.StoredPart {
        .init(
            key: Key(stream: "v1/index.m3u8", index: index), path: "0-1/\(index).ts",
            length: 188 * index, sha256: "abc\(index)",
            attestation: Attestation(length: .undeclared, container: .mpegTS))
    }

    static func partial(_ index: Int, synced: Int = 0) -> DownloadJournal.PartialPart {
        .init(
            key: Key(stream: "v1/index.m3u8", index: index), path: "0-1/\(index).part",
            entityTag: "\"t\(index)\"", bootID: "boot", synced: synced)
    }

    /// Writes with one journal and reads with the next, as after a restart.
    static func reopened(
        _ write: (DownloadJournal) throws -> Void
    ) throws -> (DownloadJournal, TestFolder) {
        let folder = try TestFolder()
        try write(try DownloadJournal(at: folder.path + "/library.sqlite"))
        return (try DownloadJournal(at: folder.path + "/library.sqlite"), folder)
    }

    @Test func `remembers the URL it was last begun with`() throws {
        let (journal, _) = try Self.reopened { journal in
            let earlier = try journal.begin(url: "http://a/")
            #expect(earlier == nil)
        }
        #expect(try journal.begin(url: "http://b/") == "http://a/")
        #expect(try journal.begin(url: "http://b/") == "http://b/")
    }

    @Test func `keeps playlists as they came, the latest of each`() throws {
        let copy = PlaylistCopy(
            key: "v1/index.m3u8", url: "http://a/v1/index.m3u8", entityTag: nil, bytes: [0, 255])
        var later = copy
        later.entityTag = "\"2\""
        later.bytes = []
        let first = PlaylistCopy(key: "", url: "http://a/", entityTag: "\"1\"", bytes: [1])
        let (journal, _) = try Self.reopened { journal in
            for copy in [copy, first, later] { try journal.keep(copy) }
        }
        #expect(try journal.playlists() == [first, later])
    }

    @Test func `waits for the medium though the counts are what they were`() throws {
        let folder = try TestFolder()
        let path = folder.path + "/library.sqlite"
        let journal = try DownloadJournal(at: path)
        _ = try journal.begin(url: "http://a/")
        let counts = DownloadJournal.Counts(bytesReceived: 500, retries: 3)
        // SQLite syncs its log when it has a page to write to it, and only then.
        let lengths = try (0..<3).map { _ in
            try journal.recordDurably(counts)
            return DurableFolder.size(of: path + "-wal") ?? 0
        }
        #expect(lengths[0] < lengths[1] && lengths[1] < lengths[2])
        #expect(try journal.counts() == counts)
    }

    @Test func `has a part as stored or as begun, never as both`() throws {
        let (journal, _) = try Self.reopened { journal in
            _ = try journal.begin(url: "http://a/")
            try journal.begin([Self.partial(1)])
            try journal.begin([Self.partial(2)])
            try journal.promise([Self.part(1)])
            try journal.recordDurably(.init(bytesReceived: 500, retries: 3))
            #expect(try journal.promised() == [Self.part(1)])
            try journal.store([Self.part(1)])
            #expect(try journal.promised().isEmpty)
        }
        #expect(try journal.parts() == [Self.part(1)])
        #expect(try journal.partials() == [Self.partial(2)])
        #expect(try journal.counts() == .init(bytesReceived: 500, retries: 3))
    }

    @Test func `begins a part again with what vouches for it now`() throws {
        var again = Self.partial(1)
        again.entityTag = "\"new\""
        let (journal, _) = try Self.reopened { journal in
            try journal.begin([Self.partial(1)])
            try journal.synced(Self.partial(1, synced: 4_096)) { true }
            #expect(try journal.partials() == [Self.partial(1, synced: 4_096)])
            try journal.begin([again])
        }
        #expect(try journal.partials() == [again])
    }

    @Test func `does not take bytes for durable that nobody is to go on with any more`() throws {
        let (journal, _) = try Self.reopened { journal in
            try journal.begin([Self.partial(1)])
            try journal.synced(Self.partial(1, synced: 4_096)) { false }
            try journal.synced(Self.partial(2, synced: 4_096)) { false }
        }
        #expect(try journal.partials() == [Self.partial(1)])
    }

    @Test func `forgets one part, or all of a stream`() throws {
        var other = Self.part(1)
        other.key.stream = "a1/index.m3u8"
        let (journal, _) = try Self.reopened { journal in
            try journal.begin((1...2).map { Self.partial($0) })
            try journal.discard(Self.partial(2).key)
            #expect(try journal.partials().map(\.key.index) == [1])
            try journal.store([Self.part(3), other])
            try journal.discardStream("v1/index.m3u8")
        }
        #expect(try journal.parts() == [other])
        #expect(try journal.partials() == [])
    }

    /// Two minutes after 1970 and a minute after the start of the system.
    private static let moment = SystemMoment(
        bootID: "boot", sinceBoot: .seconds(60), since1970: .seconds(120))

    private static func later(
        _ seconds: Int, boot: String = "boot", clock: Int? = nil
    ) -> SystemMoment {
        SystemMoment(
            bootID: boot, sinceBoot: moment.sinceBoot + .seconds(seconds),
            since1970: moment.since1970 + .seconds(clock ?? seconds))
    }

    /// Of 30 seconds that a server asked for.
    @Test(arguments: [
        (later(0), 30), (later(10), 20), (later(29), 1), (later(30), 0),
        // The clock was set, and the system knows better.
        (later(10, clock: 3_600), 20), (later(10, clock: -3_600), 20),
        // Another start of it has only the clock.
        (later(-50, boot: "next", clock: 12), 18), (later(-50, boot: "next", clock: 31), 0),
        (later(-50, boot: "next", clock: -3_600), 30),
    ])
    func `knows how long a server wants to be left alone yet`(
        moment: SystemMoment, left: Int
    ) throws {
        let (journal, _) = try Self.reopened { journal in
            try journal.keep(ServerPause(host: "a:80", time: .seconds(30)), from: Self.moment)
        }
        let expected = left > 0 ? [ServerPause(host: "a:80", time: .seconds(left))] : []
        #expect(try journal.pauses(at: moment) == expected)
    }

    @Test(arguments: [(5, 20), (40, 40)])
    func `keeps of two wishes of a server the one that lasts longer`(second: Int, left: Int) throws
    {
        let (journal, _) = try Self.reopened { journal in
            try journal.keep(ServerPause(host: "a:80", time: .seconds(30)), from: Self.moment)
            try journal.keep(
                ServerPause(host: "a:80", time: .seconds(second)), from: Self.later(10))
            try journal.keep(ServerPause(host: "b:80", time: .seconds(1)), from: Self.later(10))
        }
        #expect(
            try journal.pauses(at: Self.later(10)) == [
                ServerPause(host: "a:80", time: .seconds(left)),
                ServerPause(host: "b:80", time: .seconds(1)),
            ])
    }

    @Test func `tells nothing of a download that has not begun`() throws {
        let (journal, _) = try Self.reopened { _ in }
        #expect(try journal.counts() == .init())
        #expect(try journal.parts() == [])
        #expect(try journal.playlists() == [])
    }
}
