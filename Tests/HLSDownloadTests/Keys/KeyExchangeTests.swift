import DownloadCore
import FixtureOrigin
import Foundation
import Testing

@testable import HLSDownload

/// The client against the server: they share no code, only the page that describes the protocol.
@Suite struct `An exchange with the test key server` {
    static let movie = Array("movie".utf8)
    static let key = [UInt8](0x41..<0x51)

    /// A server and its generator, with the time that tests turn.
    struct Desk {
        var random = SystemRandomNumberGenerator()
        var server: TestKeyServer
        var time = Duration.seconds(1000)

        init(_ fault: KeyServerContent.Fault? = nil, key: [UInt8] = key) {
            server = TestKeyServer(
                contents: [
                    movie: KeyServerContent(
                        key: key, storageDuration: .seconds(30 * 86_400),
                        playbackDuration: .seconds(48 * 3600), streamingDuration: .seconds(600),
                        fault: fault)
                ], using: &random)
        }

        var certificate: KeyServerCertificate {
            get throws { try KeyServerCertificate(server.certificate) }
        }

        mutating func answer(_ exchange: KeyExchange) -> [UInt8] {
            server.answer(to: exchange.requestData, at: time, using: &random)
        }

        mutating func ask(
            _ subject: KeyExchange.Subject, _ content: [UInt8] = movie
        ) throws -> KeyExchange.Grant {
            let exchange = try KeyExchange(
                subject, contentIdentifier: content, certificate: certificate)
            return try exchange.open(answer(exchange))
        }

        mutating func lease() throws -> StoredKey.Grant {
            guard case .persistableKey(_, let grant, _) = try ask(.persistableKey) else {
                throw ContentKeyError.notAnAnswer
            }
            return grant
        }

        mutating func challenge() -> [UInt8] { server.challenge(at: time, using: &random) }
    }

    @Test func `gets a key to stream with, and for how long`() throws {
        var desk = Desk()
        guard case .streamingKey(let key, let duration) = try desk.ask(.streamingKey) else {
            Issue.record("another grant")
            return
        }
        #expect(key == ContentKey(Self.key))
        #expect(duration == .seconds(600))
        #expect(desk.server.leases.isEmpty)
    }

    @Test(arguments: [16, 32])
    func `gets a persistable key with its expiry pair`(length: Int) throws {
        var desk = Desk(key: [UInt8](repeating: 6, count: length))
        guard case .persistableKey(let key, let grant, let lease) = try desk.ask(.persistableKey)
        else {
            Issue.record("another grant")
            return
        }
        #expect(key == ContentKey([UInt8](repeating: 6, count: length)))
        #expect(lease.storageDuration == .seconds(30 * 86_400))
        #expect(lease.playbackDuration == .seconds(48 * 3600))
        #expect(desk.server.leases[grant.leaseID]?.grantedAt == .seconds(1000))
    }

    @Test func `knows no end where the server sets none`() throws {
        var desk = Desk()
        desk.server.contents[Self.movie] = KeyServerContent(key: Self.key)
        guard case .persistableKey(_, _, let lease) = try desk.ask(.persistableKey) else {
            Issue.record("another grant")
            return
        }
        #expect(lease == KeyLease())
    }

    @Test func `never makes the same request twice`() throws {
        let desk = Desk()
        let certificate = try desk.certificate
        let requests = try (0..<20).map { _ in
            try KeyExchange(
                .streamingKey, contentIdentifier: Self.movie, certificate: certificate
            ).requestData
        }
        #expect(Set(requests.map { Array($0.prefix(53)) }).count == 20)
        let hidden = requests.allSatisfy { Data($0).range(of: Data(Self.movie)) == nil }
        #expect(hidden)
    }

    @Test func `refuses an answer of which any bit is another, and any that is cut short`() throws {
        var desk = Desk()
        let exchange = try KeyExchange(
            .persistableKey, contentIdentifier: Self.movie, certificate: desk.certificate)
        let answer = desk.answer(exchange)
        for index in answer.indices {
            var bytes = answer
            bytes[index] ^= 1 << (index % 8)
            #expect(throws: ContentKeyError.self, "byte \(index)") { try exchange.open(bytes) }
            #expect(throws: ContentKeyError.self, "\(index) bytes") {
                try exchange.open(Array(answer.prefix(index)))
            }
        }
        #expect(throws: ContentKeyError.self) { try exchange.open(answer + [0]) }
        #expect(throws: Never.self) { try exchange.open(answer) }
    }

    @Test func `refuses an old answer and one to somebody else`() throws {
        var desk = Desk()
        let first = try KeyExchange(
            .persistableKey, contentIdentifier: Self.movie, certificate: desk.certificate)
        let second = try KeyExchange(
            .persistableKey, contentIdentifier: Self.movie, certificate: desk.certificate)
        let answer = desk.answer(first)
        #expect(throws: ContentKeyError.answerToAnotherRequest) { try second.open(answer) }
        desk.server.contents[Self.movie]?.fault = .oldAnswer
        #expect(throws: ContentKeyError.answerToAnotherRequest) {
            try second.open(desk.answer(second))
        }
    }

    @Test func `refuses the answer of a server that is not the certificate's`() throws {
        var desk = Desk()
        var other = Desk()
        let exchange = try KeyExchange(
            .streamingKey, contentIdentifier: Self.movie, certificate: desk.certificate)
        #expect(throws: ContentKeyError.forgedAnswer) { try exchange.open(other.answer(exchange)) }
        #expect(other.server.entries.map(\.status) == [.unreadable])
        #expect(throws: Never.self) { try exchange.open(desk.answer(exchange)) }
    }

    @Test(arguments: [
        (KeyServerContent.Fault.missingKey, ContentKeyError.refused(.unknownContent)),
        (.badSignature, .forgedAnswer), (.flippedByte(100), .forgedAnswer),
        (.flippedByte(0), .notAnAnswer),
    ])
    func `ends as an error when the server is at fault`(
        fault: KeyServerContent.Fault, error: ContentKeyError
    ) throws {
        var desk = Desk(fault)
        #expect(throws: error) { try desk.ask(.streamingKey) }
    }

    @Test func `cannot tell a wrong key, but its length shows`() throws {
        var desk = Desk(.wrongKey)
        guard case .streamingKey(let wrong, _) = try desk.ask(.streamingKey) else {
            Issue.record("another grant")
            return
        }
        #expect(wrong != ContentKey(Self.key))
        desk.server.contents[Self.movie]?.fault = .shortKey(byteCount: 5)
        guard case .streamingKey(let short, _) = try desk.ask(.streamingKey) else {
            Issue.record("another grant")
            return
        }
        #expect(short.byteCount == 5)
    }

    @Test func `is refused for unknown and revoked content`() throws {
        var desk = Desk()
        #expect(throws: ContentKeyError.refused(.unknownContent)) {
            try desk.ask(.streamingKey, [1])
        }
        desk.server.contents[Self.movie]?.isRevoked = true
        for subject in [KeyExchange.Subject.streamingKey, .persistableKey] {
            #expect(throws: ContentKeyError.refused(.revoked)) { try desk.ask(subject) }
        }
    }

    @Test func `renews a lease by its proof, and the old lease is gone`() throws {
        var desk = Desk()
        let old = try desk.lease()
        desk.time += .seconds(86_400)
        guard case .persistableKey(let key, let new, _) = try desk.ask(.renewal(of: old)) else {
            Issue.record("another grant")
            return
        }
        #expect(key == ContentKey(Self.key))
        #expect(new.leaseID != old.leaseID && new.secret != old.secret)
        #expect(throws: ContentKeyError.refused(.unknownLease)) {
            try desk.ask(.renewal(of: old))
        }
        #expect(Array(desk.server.leases.keys) == [new.leaseID])
    }

    @Test func `is not renewed without proof, after the end, or when the key is revoked`() throws {
        var desk = Desk()
        let grant = try desk.lease()
        var forged = grant
        forged.secret[0] ^= 1
        #expect(throws: ContentKeyError.refused(.wrongProof)) {
            try desk.ask(.renewal(of: forged))
        }
        desk.server.contents[Self.movie]?.isRevoked = true
        #expect(throws: ContentKeyError.refused(.revoked)) { try desk.ask(.renewal(of: grant)) }
        desk.server.contents[Self.movie]?.isRevoked = false
        desk.time += .seconds(32 * 86_400)
        #expect(throws: ContentKeyError.refused(.leaseEnded)) {
            try desk.ask(.renewal(of: grant))
        }
    }

    @Test func `proves that leases are invalid, and can say so again to a new challenge`() throws {
        var desk = Desk()
        let grants = try (0..<3).map { _ in try desk.lease() }
        for _ in 0..<2 {
            let challenge = desk.challenge()
            guard
                case .invalidated(count: 3) = try desk.ask(
                    .invalidation(of: grants, challenge: challenge), [])
            else {
                Issue.record("another grant")
                return
            }
            desk.time += .seconds(60)
        }
        let invalidated = desk.server.leases.values.map(\.invalidatedAt)
        #expect(invalidated == [.seconds(1000), .seconds(1000), .seconds(1000)])
        #expect(throws: ContentKeyError.refused(.leaseEnded)) {
            try desk.ask(.renewal(of: grants[0]))
        }
    }

    @Test func `invalidates all leases of a request or none`() throws {
        var desk = Desk()
        let good = try desk.lease()
        var forged = try desk.lease()
        forged.secret[31] ^= 1
        let challenge = desk.challenge()
        #expect(throws: ContentKeyError.refused(.wrongProof)) {
            try desk.ask(.invalidation(of: [good, forged], challenge: challenge), [])
        }
        #expect(desk.server.leases.values.allSatisfy { $0.invalidatedAt == nil })
    }

    @Test func `needs a challenge of the server that is fresh and unused`() throws {
        var desk = Desk()
        let grant = try desk.lease()
        let stale = ContentKeyError.refused(.staleChallenge)
        let unknown = [UInt8](repeating: 1, count: 32)
        #expect(throws: stale) {
            try desk.ask(.invalidation(of: [grant], challenge: unknown), [])
        }
        let old = desk.challenge()
        desk.time += TestKeyServer.challengeLife
        #expect(throws: stale) { try desk.ask(.invalidation(of: [grant], challenge: old), []) }
        let used = desk.challenge()
        #expect(throws: Never.self) {
            try desk.ask(.invalidation(of: [grant], challenge: used), [])
        }
        #expect(throws: stale) { try desk.ask(.invalidation(of: [grant], challenge: used), []) }
        #expect(throws: ContentKeyError.badChallenge) {
            try desk.ask(.invalidation(of: [grant], challenge: [1]), [])
        }
    }

    @Test(arguments: [0, 1025])
    func `names content by 1 to 1024 bytes`(count: Int) throws {
        var desk = Desk()
        #expect(throws: ContentKeyError.badContentIdentifier(byteCount: count)) {
            try desk.ask(.streamingKey, [UInt8](repeating: 1, count: count))
        }
    }

    @Test func `takes no certificate that is none`() throws {
        let whole = Desk().server.certificate
        for bytes in [[], Array(whole.dropLast()), whole + [0], [1] + whole.dropFirst()] {
            #expect(throws: ContentKeyError.badCertificate) { try KeyServerCertificate(bytes) }
        }
        // All zeros are a point of low order, which leaves no secret to agree on.
        let weak = Array(whole.prefix(5)) + [UInt8](repeating: 0, count: 32) + whole.suffix(32)
        #expect(throws: ContentKeyError.badCertificate) {
            try KeyExchange(
                .streamingKey, contentIdentifier: [1], certificate: KeyServerCertificate(weak))
        }
    }

    @Test func `knows every status that the server has`() {
        let statuses = KeyServerEntry.Status.allCases.map { Int($0.rawValue) }
        #expect(statuses == KeyServerRefusal.allCases.map(\.rawValue))
        #expect(
            ContentKeyError.refused(.revoked).description
                == "cannot get the content key: the key server refuses: the key is revoked")
    }
}
