import FixtureOrigin
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression
import Scenarios
import Testing

@Suite(.timeLimit(.minutes(2))) struct `A fixture origin` {
    private func answer(
        _ method: String = "GET", _ path: String, _ headers: [(String, String)] = []
    ) async throws -> RawAnswer {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            return try await connection.request(method, path, headers)
        }
    }

    @Test func `sends the bytes of a file and a head of exactly the planned fields`() async throws {
        let answer = try await answer("GET", "/v1/2.ts")
        #expect(answer.status == 200)
        #expect(difference(answer.body, TestFolder.segment(2)) == nil)
        #expect(answer["content-type"] == "video/mp2t")
        #expect(answer["content-length"] == "300001")
        #expect(
            answer.names == [
                "Content-Type", "Accept-Ranges", "ETag", "Last-Modified", "Cache-Control", "Date",
                "Content-Length",
            ])
    }

    @Test(arguments: [
        ("bytes=0-0", 0..<1), ("bytes=65535-65537", 65_535..<65_538),
        ("bytes=100-299999", 100..<300_000), ("bytes=-7", 299_994..<300_001),
        ("bytes=131072-", 131_072..<300_001),
    ])
    func `sends exactly the bytes of a range`(field: String, range: Range<Int>) async throws {
        let answer = try await answer("GET", "/v1/1.ts", [("Range", field)])
        #expect(answer.status == 206)
        #expect(difference(answer.body, Array(TestFolder.segment(1)[range])) == nil)
        #expect(
            answer["content-range"]
                == "bytes \(range.lowerBound)-\(range.upperBound - 1)/300001")
    }

    @Test(arguments: [
        ("GET", "/v1/1.ts", "bytes=400000-", 416), ("GET", "/v1/9.ts", "", 404),
        ("POST", "/v1/1.ts", "", 405), ("GET", "/v1/%31.ts", "", 200),
        ("GET", "/v1/1.ts?token=x", "", 200), ("GET", "/asset.json", "", 404),
        ("GET", "/../v1/1.ts", "", 404),
    ])
    func `answers with the planned status`(
        method: String, path: String, range: String, status: Int
    ) async throws {
        let answer = try await answer(method, path, range.isEmpty ? [] : [("Range", range)])
        #expect(answer.status == status)
        #expect(answer.body.count == answer["content-length"].flatMap(Int.init))
    }

    @Test func `answers HEAD with the head of GET and keeps the connection in step`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let get = try await connection.request("GET", "/v1/1.ts")
            let head = try await connection.request("HEAD", "/v1/1.ts")
            #expect(head.status == 200)
            #expect(head.names == get.names)
            #expect(head["content-length"] == "300001")
            let missing = try await connection.request("HEAD", "/nothing")
            #expect(missing.status == 404)
            #expect(try await connection.request("GET", "/v1/2.ts").status == 200)
        }
    }

    @Test func `answers what the client has with a bare 304`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let first = try await connection.request("GET", "/v1/1.ts")
            let tag = try #require(first["etag"])
            let date = try #require(first["last-modified"])
            for condition in [("If-None-Match", tag), ("If-Modified-Since", date)] {
                let second = try await connection.request("GET", "/v1/1.ts", [condition])
                #expect(second.status == 304)
                #expect(second["etag"] == tag)
                #expect(second["content-length"] == nil)
                #expect(second["transfer-encoding"] == nil)
            }
            let resumed = try await connection.request(
                "GET", "/v1/1.ts", [("Range", "bytes=300000-"), ("If-Range", tag)])
            #expect(resumed.status == 206)
            #expect(difference(resumed.body, TestFolder.segment(1).suffix(1)) == nil)
        }
    }

    @Test func `gives every file its own strong tag, the same at every start`() async throws {
        let folder = try TestFolder()
        let one = try OriginAsset.folder(folder.path).resources
        let two = try OriginAsset.folder(folder.path).resources
        #expect(one == two)
        // The two playlists are equal, byte for byte.
        #expect(Set(one.map(\.entityTag)).count == 6)
        #expect(one.allSatisfy { $0.entityTag.count == 34 && !$0.entityTag.hasPrefix("W") })
    }

    @Test func `compresses a playlist into bytes that inflate to it`() async throws {
        let answer = try await answer("GET", "/index.m3u8", [("Accept-Encoding", "gzip")])
        #expect(answer.status == 200)
        #expect(answer["content-encoding"] == "gzip")
        #expect(answer["vary"] == "Accept-Encoding")
        #expect(answer.body.starts(with: [0x1F, 0x8B]))
        #expect(answer.body.count < TestFolder.playlist.count / 10)
        #expect(try difference(inflated(answer.body), TestFolder.playlist) == nil)
    }

    private func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
        let channel = EmbeddedChannel(handler: NIOHTTPResponseDecompressor(limit: .none))
        try channel.writeInbound(
            HTTPClientResponsePart.head(
                .init(
                    version: .http1_1, status: .ok,
                    headers: ["content-encoding": "gzip", "content-length": "\(bytes.count)"])))
        try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(bytes: bytes)))
        try channel.writeInbound(HTTPClientResponsePart.end(nil))
        var inflated: [UInt8] = []
        while let part = try channel.readInbound(as: HTTPClientResponsePart.self) {
            if case .body(let chunk) = part { inflated += chunk.readableBytesView }
        }
        _ = try channel.finish()
        return inflated
    }

    @Test func `serves many requests on one connection, sent one after the other`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            for number in 1...5 {
                let answer = try await connection.request("GET", "/v1/\(number).ts")
                #expect(difference(answer.body, TestFolder.segment(number)) == nil)
            }
            for sequence in 1...5 {
                #expect(
                    try await running.entry(sequence).part?.description.hasPrefix(
                        "segment \(sequence)") == true)
            }
        }
    }

    @Test func `answers requests in order that were sent all at once`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            try await connection.send(
                RawConnection.text("GET", "/v1/1.ts", [])
                    + RawConnection.text("GET", "/v1/2.ts", []))
            let first = try await connection.answer()
            #expect(difference(first.body, TestFolder.segment(1)) == nil)
            let second = try await connection.answer()
            #expect(difference(second.body, TestFolder.segment(2)) == nil)
        }
    }

    @Test func `closes when the client asks for it, and says so`() async throws {
        try await withOrigin { running in
            let connection = try await running.connect()
            defer { connection.end() }
            let answer = try await connection.request(
                "GET", "/v1/1.ts", [("Connection", "close")])
            #expect(answer["connection"] == "close")
            #expect(try await connection.read(1).ending == .closed)
        }
    }

    @Test func `serves 20 connections at once`() async throws {
        try await withOrigin { running in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        let connection = try await running.connect()
                        defer { connection.end() }
                        let number = index % 5 + 1
                        let answer = try await connection.request("GET", "/v1/\(number).ts")
                        #expect(difference(answer.body, TestFolder.segment(number)) == nil)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `generates a synthetic asset on request`() async throws {
        let asset = try SyntheticAsset(
            .init(
                id: "s", title: "S", duration: .seconds(20), segmentDuration: .seconds(4), seed: 1,
                variants: [
                    .init(id: "v", bitsPerSecond: 2_000_000, width: 16, height: 16, frameRate: 25)
                ]))
        try await withOrigin(asset: .synthetic(asset)) { running in
            let connection = try await running.connect()
            defer { connection.end() }
            for resource in asset.resources {
                let answer = try await connection.request("GET", resource.path)
                let path = String(resource.path.dropFirst())
                let expected = try #require(asset.bytes(of: path, range: 0..<resource.length))
                #expect(difference(answer.body, expected) == nil)
            }
            let packed = try await connection.request(
                "GET", "/index.m3u8", [("Accept-Encoding", "gzip")])
            let length = try #require(asset.length(of: "index.m3u8"))
            #expect(
                try inflated(packed.body) == asset.bytes(of: "index.m3u8", range: 0..<length))
        }
    }
}
