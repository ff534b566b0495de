import DownloadCore
import Testing

@Suite struct `A part whose length nobody declared` {
    /// 188 bytes came as request 2, and the body ended.
    static func ended(tag: String? = "\"v1\"") -> TestDownload {
        var download = TestDownload.ofSegments(1)
        download.respond(2, .ok(nil, tag: tag))
        download.receive(2, 188)
        download.end(2)
        return download
    }

    static let part = ResourceID.part(stream: 0, index: 0)

    @Test func `is followed by a question for what comes behind it`() throws {
        let download = Self.ended()
        let request = try #require(download.fetches.first)
        #expect((request.rangeStart, request.ifRange) == (188, "\"v1\""))
        #expect(!download.history.contains { $0.isStore })
        #expect(download.machine.progress.retries == 0)
    }

    @Test func `is whole when nothing comes behind it`() {
        var download = Self.ended()
        download.respond(3, ResponseHead(status: 416, unsatisfiedTotal: 188))
        #expect(download.commands.contains(.recheck(RequestID(3), Self.part)))
        download.end(3)
        let attestation = Attestation(length: .declared, container: .mpegTS)
        #expect(download.commands.contains(.store(Self.part, attestation)))
    }

    @Test func `is continued with the rest that the server still has`() {
        var download = Self.ended()
        download.respond(3, .partial(188, 375, of: 376))
        download.receive(3, 188)
        download.end(3)
        let attestation = Attestation(length: .declared, container: .mpegTS)
        #expect(download.commands.contains(.store(Self.part, attestation)))
    }

    @Test(arguments: [(nil, Attestation.Length.undeclared), (188, .declared)])
    func `is taken as it is when the server begins again`(
        length: Int?, attested: Attestation.Length
    ) {
        var download = Self.ended()
        download.respond(3, .ok(length))
        #expect(download.commands.contains(.recheck(RequestID(3), Self.part)))
        download.end(3)
        let attestation = Attestation(length: attested, container: .mpegTS)
        #expect(download.commands.contains(.store(Self.part, attestation)))
    }

    @Test(arguments: [ResponseHead.ok(376), .ok(nil, tag: "\"v2\""), .ok(188, tag: "\"v2\"")])
    func `is fetched anew when the server has something else`(head: ResponseHead) {
        var download = Self.ended()
        download.respond(3, head)
        #expect(download.commands.compactMap(\.bodyPlan).map(\.appendAt) == [0])
    }

    @Test func `is asked for once, and taken as it is where no tag could tell`() {
        let download = Self.ended(tag: nil)
        let attestation = Attestation(length: .undeclared, container: .mpegTS)
        #expect(download.commands.contains(.store(Self.part, attestation)))
        #expect(download.fetches.isEmpty)
    }
}
