import Foundation
import GRDB
import HLSDownload
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The library of a session` {
    @Test(arguments: [
        "", ".", "..", "../other", "a/b", "/etc", "a\\b", " a", "a b", "-a", ".a", "é", "a\0b",
        String(repeating: "a", count: 101),
    ])
    func `has no identifier that is not the name of a folder`(identifier: String) throws {
        let test = try TestSession()
        #expect(throws: AssetDownloadError.badIdentifier(identifier)) {
            try test.open(identifier)
        }
        #expect(!test.folder.has("library"))
    }

    @Test(arguments: ["a", "com.example.movies", "A-1_b.c", String(repeating: "a", count: 100)])
    func `lies in the folder of its identifier`(identifier: String) throws {
        let test = try TestSession()
        let session = try test.open(identifier)
        #expect(session.identifier == identifier)
        #expect(test.folder.has("library/\(identifier)/library.sqlite"))
    }

    @Test func `is open in one session at a time`() async throws {
        let test = try TestSession()
        let session = try test.open()
        #expect(throws: AssetDownloadError.sessionInUse(identifier: "movies")) { try test.open() }
        _ = try test.open("others")
        await session.close()
        _ = try test.open()
    }

    @Test func `is open in one process at a time`() async throws {
        let test = try TestSession()
        try await test.open().close()
        let lock = test.folder.path + "/library/movies/session.lock"
        let descriptor = open(lock, O_RDWR)
        #expect(descriptor >= 0)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: AssetDownloadError.sessionInUse(identifier: "movies")) { try test.open() }
        close(descriptor)
        _ = try test.open()
    }

    @Test(arguments: ["this is no database", String(repeating: "x", count: 100_000)])
    func `that is damaged is named and left as it is`(text: String) async throws {
        let test = try TestSession()
        try await test.open().close()
        let name = "library/movies/library.sqlite"
        for file in ["-wal", "-shm"] {
            _ = unlink("\(test.folder.path)/\(name)\(file)")
        }
        try test.folder.write(text, to: name)
        #expect {
            try test.open()
        } throws: { error in
            guard case AssetDownloadError.libraryDamaged(let path, _) = error else { return false }
            return path.hasSuffix(name) && "\(error)".contains("untouched")
        }
        #expect(try test.folder.text(of: name) == text)
    }

    @Test func `whose rows make no sense is damaged`() async throws {
        let test = try TestSession()
        let session = try test.open()
        _ = try session.makeTask("http://h/i.m3u8")
        await session.close()
        try test.edit("UPDATE task SET state = 'flying'")
        #expect {
            try test.open()
        } throws: { error in
            if case AssetDownloadError.libraryDamaged = error { true } else { false }
        }
    }

    @Test func `of a later version is left to that`() async throws {
        let test = try TestSession()
        try await test.open().close()
        try test.edit("INSERT INTO grdb_migrations VALUES ('1000')")
        #expect {
            try test.open()
        } throws: { error in
            if case AssetDownloadError.libraryIsNewer = error { true } else { false }
        }
    }

    @Test func `takes no task after the session was closed`() async throws {
        let session = try TestSession().open()
        let task = try session.makeTask("http://h/i.m3u8")
        await session.close()
        #expect(throws: AssetDownloadError.sessionClosed) {
            try session.makeTask("http://h/j.m3u8")
        }
        task.resume()
        #expect(task.state == .suspended)
    }

    @Test(arguments: ["", "no url at all", "%"])
    func `takes no task for what is no address`(url: String) throws {
        let session = try TestSession().open()
        #expect {
            try session.makeTask(url)
        } throws: { error in
            if case AssetDownloadError.badURL = error { true } else { false }
        }
    }
}

extension TestSession {
    /// Changes rows of the library, as nobody but a test does.
    func edit(_ sql: String) throws {
        let path = folder.path + "/library/movies/library.sqlite"
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }
}
