import FixtureOrigin
import Foundation
import HLSDownload
import Testing

@Suite struct `A content key session` {
    static func key(_ name: String) -> ContentKey { ContentKey(TestKeyApp.key(name)) }

    static func ask(
        _ session: ContentKeySession, _ name: String = "one",
        in playback: ContentKeyPlayback? = nil
    ) async throws -> ContentKey {
        try await session.contentKey(for: TestKeyApp.specifier(name), in: playback)
    }

    @Test func `asks the app once for each key`() async throws {
        let app = TestKeyApp(.streams)
        let session = app.session()
        for name in ["one", "two", "one", "one", "two"] {
            #expect(try await Self.ask(session, name) == Self.key(name))
        }
        #expect(app.asked == ["key one", "key two"])
        #expect(app.heard == ["succeeded one", "succeeded two"])
    }

    @Test func `asks one question for all who need the key at the same time`() async throws {
        let app = TestKeyApp(.streams)
        let session = app.session()
        let keys = try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await Self.ask(session) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(keys == Array(repeating: Self.key("one"), count: 20))
        #expect(app.asked == ["key one"])
    }

    @Test func `asks again for others when the one who asked goes away`() async throws {
        let app = TestKeyApp(.sleeps, .streams)
        let session = app.session()
        let key = try await withThrowingTaskGroup(of: ContentKey.self) { group in
            let events = session.events()
            let first = Task { try await Self.ask(session) }
            for await event in events where event == .requested(identifier: "skd://one") { break }
            group.addTask { try await Self.ask(session) }
            for _ in 0..<5 { await Task.yield() }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            return try await group.next()
        }
        #expect(key == Self.key("one"))
        #expect(app.asked == ["key one", "key one"])
    }

    @Test func `fails for all who wait when the app cannot get the key`() async throws {
        let app = TestKeyApp(.fails)
        let session = app.session()
        let events = session.events()
        for _ in 0..<2 {
            await #expect(throws: ContentKeyError.failedByApp("no ticket for it")) {
                try await Self.ask(session)
            }
        }
        #expect(app.asked == ["key one", "key one"])
        #expect(app.heard == ["failed one", "failed one"])
        var seen: [ContentKeyEvent] = []
        for await event in events {
            seen.append(event)
            if seen.count == 2 { break }
        }
        #expect(
            seen == [
                .requested(identifier: "skd://one"),
                .failed(identifier: "skd://one", .failedByApp("no ticket for it")),
            ])
        #expect(app.requests.first?.status == .failed)
        #expect(app.requests.first?.error == .failedByApp("no ticket for it"))
    }

    @Test func `has nobody to ask without an app`() async {
        let session = TestKeyApp(.streams).session(hasApp: false)
        await #expect(throws: ContentKeyError.noDelegate) { try await Self.ask(session) }
    }

    /// Real time: the app has 50 ms and sleeps for an hour.
    @Test func `does not wait for ever`() async throws {
        let app = TestKeyApp(.sleeps)
        let session = app.session(responseTime: .milliseconds(50))
        await #expect(throws: ContentKeyError.notAnswered(seconds: 0)) {
            try await Self.ask(session)
        }
        let request = try #require(app.requests.first)
        #expect(throws: ContentKeyError.requestIsOver) {
            try request.processContentKeyResponse(.init(keyServerAnswer: []))
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `asks three times at most, and only if the app says so`(retries: Int) async {
        let app = TestKeyApp(.fails, .answers([1, 2, 3]), .streams)
        app.retry(retries)
        let session = app.session()
        let key = try? await Self.ask(session)
        #expect((key == Self.key("one")) == (retries >= 2))
        #expect(app.asked.count == min(3, retries + 1))
    }

    @Test(arguments: [
        (KeyServerContent.Fault.missingKey, ContentKeyError.refused(.unknownContent)),
        (.badSignature, .forgedAnswer), (.shortKey(byteCount: 5), .keyLength(5)),
        (.shortKey(byteCount: 0), .keyLength(0)),
    ])
    func `takes no key from a server at fault`(
        fault: KeyServerContent.Fault, error: ContentKeyError
    ) async {
        let session = TestKeyApp(.streams, fault: fault).session()
        await #expect(throws: error) { try await Self.ask(session) }
    }

    @Test func `asks anew when a key that is not stored may no longer be kept`() async throws {
        let app = TestKeyApp(.streams)
        let session = app.session()
        _ = try await Self.ask(session)
        let playback = await session.beginPlayback()
        _ = try await Self.ask(session, in: playback)
        app.turn(days: 601 / TestKeyApp.day)
        _ = try await Self.ask(session, in: playback)
        #expect(app.asked.count == 1)
        _ = try await Self.ask(session)
        #expect(app.asked.count == 2)
    }

    @Test func `takes the bytes of a clear key, and asks no server for them`() async throws {
        let app = TestKeyApp(.gives(TestKeyApp.key("one")))
        let session = app.session(.clearKey)
        #expect(try await Self.ask(session) == Self.key("one"))
        let request = try #require(app.requests.first)
        #expect(!request.canProvidePersistableContentKey)
        #expect(throws: ContentKeyError.noRequestData) {
            try request.makeStreamingContentKeyRequestData(
                forApp: app.certificate, contentIdentifier: [1])
        }
    }

    @Test(arguments: [0, 5, 15, 17, 33])
    func `takes no clear key of impossible length`(count: Int) async {
        let session = TestKeyApp(.gives([UInt8](repeating: 1, count: count))).session(.clearKey)
        await #expect(throws: ContentKeyError.keyLength(count)) { try await Self.ask(session) }
    }

    @Test func `takes no answer of another key system`() async {
        let clear = TestKeyApp(.gives(TestKeyApp.key("one"))).session(.testServer)
        await #expect(throws: ContentKeyError.answerOfAnotherSystem) {
            try await Self.ask(clear)
        }
    }

    @Test func `lets a request be answered once`() async throws {
        let app = TestKeyApp(.streams)
        let session = app.session()
        _ = try await Self.ask(session)
        let request = try #require(app.requests.first)
        #expect(request.status == .receivedResponse)
        #expect(throws: ContentKeyError.requestIsOver) {
            try request.processContentKeyResponse(.init(keyServerAnswer: []))
        }
        #expect(throws: ContentKeyError.requestIsOver) {
            try request.makeStreamingContentKeyRequestData(
                forApp: app.certificate, contentIdentifier: [1])
        }
        request.processContentKeyResponseError("too late")
        #expect(request.status == .receivedResponse)
    }

    @Test func `gives no persistable key without a vault`() async {
        let session = TestKeyApp(.stores).session()
        await #expect(throws: ContentKeyError.failedByApp("\(ContentKeyError.noVault)")) {
            try await Self.ask(session)
        }
    }

    @Test func `shows no key in descriptions, events or dumps`() async throws {
        let app = TestKeyApp(.streams)
        let session = app.session()
        let playback = await session.beginPlayback()
        _ = try await Self.ask(session, in: playback)
        var text = "\(session) \(app.requests) \(playback)"
        for request in app.requests { dump(request, to: &text) }
        dump(ContentKeyResponse(clearKey: TestKeyApp.key("one")), to: &text)
        #expect(!text.contains("48") && !text.contains("0x30"), "\(text)")
    }
}
