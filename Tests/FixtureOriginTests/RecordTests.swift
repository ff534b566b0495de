import FixtureOrigin
import FoundationEssentials
import Scenarios
import Testing

extension FixtureOrigin {
    /// The entry of the n-th request, which may still be on its way into the record when the
    /// client has the last byte.
    func entry(_ sequence: Int) async throws -> OriginRecord.Entry {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if let entry = record.entries.first(where: { $0.sequence == sequence }) {
                return entry
            }
            await Task.yield()
        }
        throw MissingEntry(sequence: sequence)
    }
}

struct MissingEntry: Error {
    let sequence: Int
}

@Suite struct `The record of an origin` {
    @Test func `says what was asked, what was sent and when`() async throws {
        try await withOrigin { origin, port in
            let connection = try await RawConnection(port: port)
            defer { connection.end() }
            _ = try await connection.request(
                "GET", "/v1/2.ts", [("Range", "bytes=100-199"), ("User-Agent", "test/1")])
            let entry = try await origin.entry(1)
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
        try await withOrigin(Fault(match: .init(), effect: stall)) { origin, port in
            let connection = try await RawConnection(port: port)
            try await connection.send(RawConnection.text("GET", "/v1/1.ts", []))
            _ = try await connection.head()
            // Closing with unread bytes sends a reset, which ends the stall at once.
            _ = try await connection.read(500)
            connection.end()
            let entry = try await origin.entry(1)
            #expect(entry.ending == .clientWentAway)
            #expect(entry.bytesDelivered == 1_000)
            #expect(entry.endedAt < .seconds(50))
        }
    }

    @Test func `counts what was on its way when the origin stopped`() async throws {
        let folder = try TestFolder()
        let origin = try FixtureOrigin(
            asset: .folder(folder.path),
            faults: [Fault(match: .init(), effect: .delay(.seconds(100)))])
        try await withOrigin(origin) { origin, port in
            let connection = try await RawConnection(port: port)
            defer { connection.end() }
            try await connection.send(RawConnection.text("GET", "/v1/1.ts", []))
            while origin.requestCount == 0 { await Task.yield() }
        }
        let entry = try #require(origin.record.entries.first)
        #expect(entry.ending == .originStopped)
        #expect(entry.headAt == nil)
        #expect(entry.bytesDelivered == 0)
    }

    @Test func `is handed over entry by entry and written line by line`() async throws {
        let folder = try TestFolder()
        let file = "\(folder.path)/record.jsonl"
        let (entries, sink) = AsyncStream<OriginRecord.Entry>.makeStream()
        let origin = try FixtureOrigin(
            asset: .folder(folder.path),
            faults: [Fault(match: .init(segment: 2), effect: .status(503), times: 1)],
            recordFile: file, onEntry: { sink.yield($0) })
        try await withOrigin(origin) { _, port in
            let connection = try await RawConnection(port: port)
            defer { connection.end() }
            _ = try await connection.request("GET", "/v1/2.ts")
            _ = try await connection.request("HEAD", "/index.m3u8")
        }
        sink.finish()
        let handed = await entries.reduce(into: []) { $0.append($1) }
        #expect(handed == origin.record.entries)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix(#"{"attempt":1,"bytesDelivered":11,"bytesPlanned":11,"#))
        #expect(lines[0].contains(#""fault":"status 503""#))
        #expect(lines[0].contains(#""part":"segment 2 of v1""#))
        #expect(lines[1].contains(#""method":"HEAD""#))
        #expect(lines[1].contains(#""bytesDelivered":0"#))
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

@Suite struct `An origin that cannot serve` {
    @Test func `says so when its port is taken, also to who waits for the port`() async throws {
        try await withOrigin { _, port in
            let folder = try TestFolder()
            let second = try FixtureOrigin(asset: .folder(folder.path), port: port)
            let waited = Task { try await second.port }
            let error = await #expect(throws: OriginError.self) { try await second.run() }
            await #expect(throws: OriginError.self) { try await waited.value }
            #expect(error == .cannotListen(port: port, reason: "Address already in use"))
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
