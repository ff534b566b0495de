import FixtureOrigin
import Foundation
import HLSDownload
import Testing

@Suite struct `A stored key` {
    typealias Session = `A content key session`

    /// A vault in a new folder, and an app.
    final class World: Sendable {
        let folder: TestFolder
        let vault: KeyVault
        let app: TestKeyApp

        init(_ habit: TestKeyApp.Habit = .stores) throws {
            folder = try TestFolder()
            vault = try KeyVault(folder: folder.path + "/keys")
            app = TestKeyApp(habit)
        }

        func session(hasApp: Bool = true, _ system: ContentKeySystem = .testServer)
            -> ContentKeySession
        {
            app.session(system, vault: vault, hasApp: hasApp)
        }

        /// A session with the keys of these names stored.
        func stored(_ names: String...) async throws -> ContentKeySession {
            let session = session()
            for name in names { #expect(try await Session.ask(session, name) == Session.key(name)) }
            return session
        }

        func entries() throws -> [String] {
            try vault.contents().entries.map { "\($0.identifier.dropFirst(6))" }
        }
    }

    /// Begins a playback of that key and leaves it open.
    static func play(
        _ session: ContentKeySession, _ name: String = "one"
    ) async throws -> ContentKeyPlayback {
        let playback = await session.beginPlayback()
        #expect(try await Session.ask(session, name, in: playback) == Session.key(name))
        return playback
    }

    static func expired(_ name: String = "one", day: Double) -> ContentKeyError {
        .expired(
            identifier: "skd://\(name)", at: TestKeyApp.start + day * TestKeyApp.day)
    }

    @Test func `answers without app and network, also in another process`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        #expect(world.app.asked == ["key one", "persistable one"])
        let offline = ContentKeySession(
            keySystem: .testServer, vault: try KeyVault(folder: world.folder.path + "/keys"),
            now: { TestKeyApp.start })
        #expect(try await Session.ask(offline) == Session.key("one"))
        await #expect(throws: ContentKeyError.noDelegate) {
            try await Session.ask(offline, "two")
        }
        #expect(try await Session.ask(session) == Session.key("one"))
        #expect(world.app.asked.count == 2)
    }

    @Test func `is stored also when a clear key is given to keep`() async throws {
        let world = try World(.storesGiven(TestKeyApp.key("one")))
        let session = world.session(.clearKey)
        #expect(try await Session.ask(session) == Session.key("one"))
        world.app.turn(days: 5000)
        _ = try await Self.play(world.session(hasApp: false, .clearKey))
        #expect(try world.vault.contents().entries.map(\.expiry) == [nil])
    }

    @Test func `plays within its two expiries`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        #expect(
            try world.vault.contents().entries[0].expiry
                == TestKeyApp.start + 30 * TestKeyApp.day)
        world.app.turn(days: 3)
        let playback = try await Self.play(session)
        #expect(world.app.heard.last == "updated one 5")
        world.app.turn(days: 1)
        await session.endPlayback(try await Self.play(session))
        #expect(world.app.heard.last == "updated one 5")
        world.app.turn(days: 1)
        // Day 5: what plays goes on, the next is refused, to a download as well.
        #expect(try await Session.ask(session, in: playback) == Session.key("one"))
        await #expect(throws: Self.expired(day: 5)) { try await Self.play(session) }
        await #expect(throws: Self.expired(day: 5)) { try await Session.ask(session) }
        await session.endPlayback(playback)
        await #expect(throws: Self.expired(day: 5)) {
            try await Session.ask(session, in: playback)
        }
    }

    @Test func `is not played after the storage expiry, with or without an app`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        world.app.turn(days: 30)
        for session in [session, world.session(hasApp: false)] {
            await #expect(throws: Self.expired(day: 30)) { try await Self.play(session) }
        }
        #expect(world.app.heard.last == "failed one")
    }

    @Test func `is asked for anew after its expiry when the app wants that`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        world.app.turn(days: 30)
        world.app.retry(1)
        _ = try await Self.play(session)
        #expect(world.app.asked.count == 4)
        #expect(world.app.heard.last == "updated one 32")
    }

    @Test func `begins its playback expiry once, whichever process plays first`() async throws {
        let world = try World()
        _ = try await world.stored("one")
        let sessions = (0..<4).map { _ in world.session() }
        try await withThrowingTaskGroup { group in
            for session in sessions { group.addTask { try await Self.play(session) } }
            try await group.waitForAll()
        }
        #expect(world.app.heard.filter { $0 == "updated one 2" }.count == 1)
    }

    @Test func `is renewed before its expiry, and has both expiries anew`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        world.app.turn(days: 3)
        await session.endPlayback(try await Self.play(session))
        world.app.turn(days: 1)
        try await session.renewPersistableContentKey("skd://one")
        #expect(world.app.asked.last == "renewal one")
        #expect(world.app.heard.last == "updated one 34")
        #expect(world.app.service.withServer { $0.leases.count } == 1)
        world.app.turn(days: 29)
        _ = try await Self.play(session)
        #expect(world.app.heard.last == "updated one 35")
    }

    @Test func `counts what plays while it is renewed as its first playback`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        _ = try await Self.play(session)
        world.app.turn(days: 1)
        try await session.renewPersistableContentKey("skd://one")
        #expect(world.app.heard.last == "updated one 3")
    }

    @Test func `is not renewed when it has expired, is not there, or has no lease`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        await #expect(throws: ContentKeyError.notStored(identifier: "skd://two")) {
            try await session.renewPersistableContentKey("skd://two")
        }
        world.app.turn(days: 30)
        await #expect(throws: Self.expired(day: 30)) {
            try await session.renewPersistableContentKey("skd://one")
        }
        let clear = try World(.storesGiven(TestKeyApp.key("one")))
        let given = clear.session(.clearKey)
        _ = try await Session.ask(given)
        await #expect(throws: ContentKeyError.noRequestData) {
            try await given.renewPersistableContentKey("skd://one")
        }
    }

    @Test func `keeps its old form when a renewal fails`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        world.app.service.withServer { $0.contents[Array("one".utf8)]?.isRevoked = true }
        await #expect(
            throws: ContentKeyError.failedByApp("\(ContentKeyError.refused(.revoked))")
        ) { try await session.renewPersistableContentKey("skd://one") }
        _ = try await Self.play(session)
    }

    @Test func `is erased with a proof that its server accepts`() async throws {
        let world = try World()
        let session = try await world.stored("one", "two")
        let playback = try await Self.play(session)
        let proof = try await session.invalidatePersistableContentKey(
            "skd://one", forApp: world.app.certificate, challenge: world.app.challenge())
        await #expect(throws: ContentKeyError.invalidated(identifier: "skd://one")) {
            try await Self.play(session)
        }
        #expect(try await Session.ask(session, in: playback) == Session.key("one"))
        #expect(try world.vault.contents().entries.map(\.isInvalidated) == [true, false])
        #expect(try await session.confirmInvalidation(world.app.post(proof)) == 1)
        #expect(try world.entries() == ["two"])
        let invalid = world.app.service.withServer { server in
            server.leases.values.map { $0.invalidatedAt != nil }
        }
        #expect(invalid.filter { $0 }.count == 1)
    }

    @Test func `is erased together with all others of its server`() async throws {
        let world = try World()
        let session = try await world.stored("one", "two", "three")
        let proof = try await session.invalidateAllPersistableContentKeys(
            forApp: world.app.certificate, challenge: world.app.challenge())
        #expect(try await session.confirmInvalidation(world.app.post(proof)) == 3)
        #expect(try world.entries() == [])
        #expect(
            world.app.service.withServer { server in
                server.leases.values.allSatisfy { $0.invalidatedAt != nil }
            })
    }

    @Test func `is proven erased again until the server has confirmed it`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        let certificate = world.app.certificate
        // Sent, but the answer is lost; and then a proof that never arrives.
        _ = world.app.post(
            try await session.invalidatePersistableContentKey(
                "skd://one", forApp: certificate, challenge: world.app.challenge()))
        _ = try await session.invalidateAllPersistableContentKeys(
            forApp: certificate, challenge: world.app.challenge())
        // A new key of the same name does not lose the proof of the old one.
        world.app.retry(1)
        _ = try await Session.ask(session)
        let other = world.session()
        let proof = try await other.invalidateAllPersistableContentKeys(
            forApp: certificate, challenge: world.app.challenge())
        #expect(try await other.confirmInvalidation(world.app.post(proof)) == 2)
        #expect(try world.entries() == [])
    }

    @Test func `stays when challenge, certificate or answer are wrong`() async throws {
        let world = try World()
        let session = try await world.stored("one")
        let certificate = world.app.certificate
        await #expect(throws: ContentKeyError.badChallenge) {
            try await session.invalidateAllPersistableContentKeys(
                forApp: certificate, challenge: [1])
        }
        await #expect(throws: ContentKeyError.leasedByAnotherServer(identifier: "skd://one")) {
            try await session.invalidatePersistableContentKey(
                "skd://one", forApp: TestKeyApp(.streams).certificate,
                challenge: world.app.challenge())
        }
        _ = try await Self.play(session)
        let proof = try await session.invalidateAllPersistableContentKeys(
            forApp: certificate, challenge: [UInt8](repeating: 1, count: 32))
        let refusal = world.app.post(proof)
        await #expect(throws: ContentKeyError.refused(.staleChallenge)) {
            try await session.confirmInvalidation(refusal)
        }
        await #expect(throws: ContentKeyError.answerToAnotherRequest) {
            try await session.confirmInvalidation([1, 2, 3])
        }
        #expect(try world.entries() == ["one"])
    }

    @Test func `is of no use to another vault`() async throws {
        let world = try World()
        let other = try World()
        _ = try await world.stored("one")
        let session = world.session()
        let stranger = other.session()
        _ = session
        let entry = try #require(
            world.folder.files().first { $0.hasSuffix(".key") })
        try other.folder.copy(from: world.folder.path + "/" + entry, to: entry)
        await #expect(
            throws: ContentKeyError.vault(
                .foreignEntry(path: other.folder.path + "/" + entry))
        ) { try await Session.ask(stranger) }
    }
}
