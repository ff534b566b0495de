@testable import FixtureOrigin
import FoundationEssentials
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The record of an origin` {
    @Test func `says what was asked, what was sent and when`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            _ = try await connection.request(
                "GET", "/v1/2.ts", [("Range", "bytes=100-199"), ("User-Agent", "test/1")])
            let entry = try await running.entry(1)
            #expect(entry.method == "GET")
            #expect(entry.path == "/v1/2.ts")
            #expect(entry.range == "bytes=100-199")
            #expect(entry.userAgent == "test/1")
            #expect(entry.status == 206)
            #expect(entry.part == .segment(stream: "v1", index: 1))
            #expect(entry.attempt == 1)
            #expect(entry.bytesPlanned == 100)
            #expect(entry.bytesDelivered == 100)
            #expect(entry.ending == .complete)
            #expect(entry.fault == nil)
            let headAt = try #require(entry.headAt)
            #expect(.zero < entry.requestedAt)
            #expect(entry.requestedAt <= headAt && headAt <= entry.endedAt)
        }
    }

    @Test func `counts a client that goes away`() async throws {
        let stall = FaultEffect.stall(afterByte: 1_000, for: .seconds(100))
        try await withOrigin(Fault(match: .init(), effect: stall)) { running in
            let connection = try await running.connect()
            try await connection.send(RawConnection.text("GET", "/v1/1.ts", []))
            _ = try await connection.head()
            // Closing with unread bytes sends a reset, which ends the stall at once.
            _ = try await connection.read(500)
            connection.end()
            let entry = try await running.entry(1)
            #expect(entry.ending == .clientWentAway)
            #expect(entry.bytesDelivered == 1_000)
            #expect(entry.endedAt < .seconds(50))
        }
    }

    @Test func `counts what was on its way when the origin stopped`() async throws {
        let delay = FaultEffect.delay(.seconds(1_000))
        let origin = try await withOrigin(Fault(match: .init(), effect: delay)) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            try await connection.send(RawConnection.text("GET", "/v1/1.ts", []))
            while running.origin.requestCount == 0 { await Task.yield() }
            return running.origin
        }
        let entry = try #require(origin.record.entries.first)
        #expect(entry.ending == .originStopped)
        #expect(entry.headAt == nil)
        #expect(entry.bytesDelivered == 0)
    }

    @Test func `is handed over entry by entry`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            _ = try await connection.request("GET", "/v1/2.ts")
            _ = try await connection.request("HEAD", "/index.m3u8")
            let handed = [try await running.entry(1), try await running.entry(2)]
            #expect(handed == running.origin.record.entries)
        }
    }

    @Test func `is written line by line, behind what the file holds`() throws {
        let folder = try TestFolder()
        try folder.write(Array("before\n".utf8), to: "record.jsonl")
        let file = "\(folder.path)/record.jsonl"
        var entry = OriginRecord.Entry(
            sequence: 1, requestedAt: .milliseconds(1_500), headAt: .milliseconds(1_750),
            endedAt: .seconds(2), method: "GET", path: "/v1/2.ts", range: "bytes=0-",
            userAgent: "test/1", status: 503, part: .segment(stream: "v1", index: 1), attempt: 2,
            bytesPlanned: 11, bytesDelivered: 11, ending: .complete,
            fault: .status(503, retryAfter: .seconds(2)), retryNotBefore: .milliseconds(3_750))
        let record = try RecordFile(path: file)
        try record.append(entry)
        entry.sequence = 2
        entry.fault = nil
        try record.append(entry)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0] == "before")
        #expect(
            lines[1] == """
                {"attempt":2,"bytesDelivered":11,"bytesPlanned":11,"endedAt":2,\
                "ending":"complete","fault":"status 503, Retry-After 2 s","headAt":1.75,\
                "method":"GET","part":"segment 2 of v1","path":"/v1/2.ts","range":"bytes=0-",\
                "requestedAt":1.5,"retryNotBefore":3.75,"sequence":1,"status":503,\
                "userAgent":"test/1"}
                """)
        #expect(lines[2].contains(#""sequence":2"#))
        #expect(!lines[2].contains("fault"))
    }

    @Test func `that loses a line makes the run an error`() async throws {
        let folder = try TestFolder()
        let origin = try FixtureOrigin(asset: .folder(folder.path), recordFile: "/dev/full")
        let error = await #expect(throws: OriginError.self) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await origin.run() }
                let connection = try await RawConnection(port: try await origin.port)
                defer { connection.end() }
                _ = try await connection.request("GET", "/v1/2.ts", [("Connection", "close")])
                // The connection ends when the entry is written.
                _ = try await connection.read(1)
                group.cancelAll()
                try await group.waitForAll()
            }
        }
        #expect(
            error == .recordUnwritable(path: "/dev/full", reason: "No space left on device"))
    }

    @Test func `that cannot be opened is an error in words`() throws {
        let error = #expect(throws: OriginError.self) {
            let folder = try TestFolder()
            _ = try FixtureOrigin(
                asset: .folder(folder.path), recordFile: "/proc/none/record.jsonl")
        }
        #expect(
            error?.description
                == "cannot write the record '/proc/none/record.jsonl': No such file or directory; "
                + "choose another file")
    }
}

@Suite(.timeLimit(.minutes(2))) struct `An origin that cannot serve` {
    @Test func `says so when its port is taken, also to who waits for the port`() async throws {
        try await withOrigin { running in
            let folder = try TestFolder()
            let second = try FixtureOrigin(asset: .folder(folder.path), port: running.port)
            let waited = Task { try await second.port }
            let error = OriginError.cannotListen(
                port: running.port, reason: "Address already in use")
            await #expect(throws: error) { try await second.run() }
            await #expect(throws: error) { try await waited.value }
        }
    }

    @Test func `names the file that is missing`() throws {
        let folder = try TestFolder()
        let error = #expect(throws: OriginError.self) {
            try FileManager.default.removeItem(atPath: "\(folder.path)/v1/3.ts")
            _ = try OriginAsset.folder(folder.path)
        }
        #expect(
            error
                == .fileUnreadable(
                    path: "\(folder.path)/v1/3.ts", reason: "No such file or directory"))
    }

    @Test func `refuses a file shorter than its catalog says`() throws {
        let folder = try TestFolder()
        try folder.write([1, 2, 3], to: "v1/3.ts")
        #expect(throws: OriginError.fileTooShort(path: "/v1/3.ts", bytes: 3, needed: 300_001)) {
            _ = try OriginAsset.folder(folder.path)
        }
    }

    @Test(arguments: ["../outside.ts", "v1/../../outside.ts", "/etc/hostname"])
    func `refuses a path that leaves its folder`(path: String) throws {
        let folder = try TestFolder()
        var catalog = TestFolder.catalog
        catalog.streams[0].segments[0].path = path
        try folder.write(Array(try JSONEncoder().encode(catalog)), to: "asset.json")
        #expect(
            throws: OriginError.pathLeavesFolder(
                path: path, catalog: "\(folder.path)/asset.json")
        ) {
            _ = try OriginAsset.folder(folder.path)
        }
    }

    @Test func `refuses a catalog that is none`() throws {
        let folder = try TestFolder()
        try folder.write(Array("{}".utf8), to: "asset.json")
        let error = #expect(throws: OriginError.self) {
            _ = try OriginAsset.folder(folder.path)
        }
        #expect(error?.description.hasPrefix("cannot read the catalog '\(folder.path)/") == true)
    }
}
