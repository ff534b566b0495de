import DownloadCore
import Testing

@Suite struct `A part that was cut short` {
    /// One part open as request 2, of which 100 of 188 bytes arrived before the connection broke.
    static func cut(
        tag: String? = "\"v1\"", length: Int? = 188,
        failure: TransportFailure = .connectionLost("x")
    ) -> TestDownload {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(length, tag: tag))
        download.receive(2, 100)
        download.fail(2, failure)
        return download
    }

    @Test func `goes on from its last byte, if it is still the same`() throws {
        var download = Self.cut()
        let request = try download.wakeUntilFetch().request
        #expect(request.rangeStart == 100)
        #expect(request.rangeEnd == nil)
        #expect(request.ifRange == "\"v1\"")
        download.respond(3, .partial(100, 187, of: 188))
        #expect(download.commands.compactMap(\.bodyPlan).map(\.appendAt) == [100])
        download.receive(3, 88)
        download.end(3)
        #expect(download.commands.contains { $0.isStore })
        let playlist = TestDownload.mediaPlaylist(1).utf8.count
        #expect(download.machine.progress.bytesReceived == 188 + playlist)
    }

    @Test(arguments: [
        TransportFailure.connectionLost("x"), .malformed("x"), .connectTimeout, .refused,
        .hostUnknown("h"), .insecure("x"),
    ])
    func `begins again when no strong tag vouches for what is there`(
        failure: TransportFailure
    ) throws {
        var download = Self.cut(tag: nil, failure: failure)
        #expect(download.commands.contains(.discardPartial(.part(stream: 0, index: 0))))
        let request = try download.wakeUntilFetch().request
        #expect(request.rangeStart == nil)
        #expect(request.ifRange == nil)
    }

    @Test func `begins again when the server sent more than it declared, whatever vouches for it`()
        throws
    {
        var download = Self.cut(failure: .longerThanDeclared)
        #expect(download.commands.contains(.discardPartial(.part(stream: 0, index: 0))))
        #expect(try download.wakeUntilFetch().request.rangeStart == nil)
    }

    @Test func `begins again when the server sends all of it`() throws {
        var download = Self.cut()
        _ = try download.wakeUntilFetch()
        download.respond(3, .ok(300, tag: "\"v2\""))
        let plan = try #require(download.commands.compactMap(\.bodyPlan).first)
        #expect((plan.appendAt, plan.skip, plan.entityTag) == (0, 0, "\"v2\""))
        download.receive(3, 188)
        download.end(3)
        #expect(!download.history.contains { $0.isStore }, "188 of 300 bytes are not all")
    }

    @Test(arguments: [
        ResponseHead.partial(99, 187, of: 188),
        .partial(101, 187, of: 188),
        .partial(100, 187, of: 188, tag: "\"v2\""),
        .partial(100, 187, of: 188, tag: nil),
        .partial(100, 199, of: 200),
        ResponseHead(status: 206, contentLength: 88, strongEntityTag: "\"v1\""),
        ResponseHead(
            status: 206, contentRange: ContentRange(first: 100, last: 187, total: 188),
            strongEntityTag: "\"v1\"", isEncoded: true),
        ResponseHead(status: 412), ResponseHead(status: 416),
        ResponseHead(status: 416, unsatisfiedTotal: 99),
    ])
    func `begins again when the rest does not fit`(head: ResponseHead) throws {
        var download = Self.cut()
        _ = try download.wakeUntilFetch()
        download.respond(3, head)
        #expect(download.commands.contains(.discardPartial(.part(stream: 0, index: 0))))
        #expect(!download.commands.names.contains("receive"))
        let next = try download.wakeUntilFetch().request
        #expect(next.rangeStart == nil)
    }

    @Test func `is not whole at the end of a rest whose total nobody says`() throws {
        var download = Self.cut()
        _ = try download.wakeUntilFetch()
        download.respond(3, .partial(100, 149, of: nil))
        download.receive(3, 50)
        download.end(3)
        #expect(!download.history.contains { $0.isStore }, "150 of 188 bytes are not all")
    }

    @Test func `is walked again when the server says that nothing is left`() throws {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(nil))
        download.receive(2, 188)
        download.fail(2)
        _ = try download.wakeUntilFetch()
        download.respond(3, ResponseHead(status: 416, unsatisfiedTotal: 188))
        #expect(download.commands.contains(.recheck(RequestID(3), .part(stream: 0, index: 0))))
        download.end(3)
        let attestation = Attestation(length: .declared, container: .mpegTS)
        #expect(download.commands.contains(.store(.part(stream: 0, index: 0), attestation)))
    }

    @Test func `is never resumed in an encoding that nobody asked for`() throws {
        var download = TestDownload.ofSegments(1)
        download.respond(
            2,
            ResponseHead(
                status: 200, contentLength: 60, strongEntityTag: "\"gz\"", isEncoded: true))
        download.receive(2, 100)
        #expect(download.machine.progress.retries == 0, "60 is the length of other bytes")
        download.fail(2)
        let next = try download.wakeUntilFetch().request
        #expect(next.rangeStart == nil)
    }

    @Test(arguments: [
        ContainerFinding.broken("x"), .notMedia("an HTML page"),
    ])
    func `or damaged is thrown away and fetched from its first byte`(
        finding: ContainerFinding
    ) throws {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(188))
        download.receive(2, 188)
        download.end(2, finding)
        #expect(download.commands.contains(.discardPartial(.part(stream: 0, index: 0))))
        #expect(!download.commands.contains { $0.isStore })
        let next = try download.wakeUntilFetch().request
        #expect(next.rangeStart == nil)
    }

    @Test func `or longer than declared is thrown away`() {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(188))
        download.receive(2, 189)
        #expect(download.commands.names.prefix(2) == ["abort", "discardPartial"])
    }

    static let ranged = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-BYTERANGE:50@1000
        #EXTINF:4,
        all.mp4
        #EXT-X-ENDLIST

        """

    @Test func `of a byte range goes on inside the range`() throws {
        var download = TestDownload()
        download.playlist(1, Self.ranged)
        #expect(download.fetches.map(\.rangeStart) == [1000])
        #expect(download.fetches.map(\.rangeEnd) == [1049])
        download.respond(2, .partial(1000, 1049, of: 5000))
        download.receive(2, 20)
        download.fail(2)
        let request = try download.wakeUntilFetch().request
        #expect((request.rangeStart, request.rangeEnd) == (1020, 1049))
    }

    @Test func `of a byte range is taken out of the whole file when that comes`() throws {
        var download = TestDownload()
        download.playlist(1, Self.ranged)
        download.respond(2, .ok(5000))
        let plan = try #require(download.commands.compactMap(\.bodyPlan).first)
        #expect((plan.skip, plan.appendAt, plan.take) == (1000, 0, 50))
        // Skipped bytes are a sign of life.
        for second in stride(from: 15, through: 60, by: 15) {
            download.receive(2, 0, at: .seconds(second))
            download.send(.woke, at: .seconds(second))
        }
        #expect(!download.history.names.contains("abort"))
    }

    @Test func `of a byte range that is all there is walked, not requested`() {
        var download = TestDownload()
        download.playlist(1, Self.ranged)
        download.respond(2, .partial(1000, 1049, of: 5000))
        download.receive(2, 50)
        download.fail(2)
        let before = download.allFetches.count
        download.send(.woke, at: .seconds(1))
        #expect(download.commands.names.contains("recheck"))
        #expect(download.allFetches.count == before)
    }
}
