internal import Crypto
internal import FoundationEssentials

/// A key server with real cryptography: a request and a time go in, an answer comes out.
///
/// It opens nothing and reads no clock, so that a test may turn the time. The byte format is in the
/// page "The test key protocol" of HLSDownload's documentation; the code shares nothing with the
/// client. Times are elapsed since any instant that is the same for all calls.
package struct TestKeyServer: Sendable {
    /// Nonces that are remembered, the latest ones.
    package static let rememberedNonces = 65_536
    /// For how long a challenge can be used.
    package static let challengeLife = Duration.seconds(600)
    /// Challenges that can be open at once; the oldest goes first.
    package static let openChallenges = 1024

    /// What is served, by content identifier.
    package var contents: [[UInt8]: KeyServerContent]
    /// Leases given out, by their identifiers.
    package private(set) var leases: [[UInt8]: KeyServerLease] = [:]
    /// What was asked and answered, in order.
    package private(set) var entries: [KeyServerEntry] = []

    private let agreement: Curve25519.KeyAgreement.PrivateKey
    private let signing: Curve25519.Signing.PrivateKey
    private var nonces = RecentNonces(limit: rememberedNonces)
    private var challenges: [(bytes: [UInt8], madeAt: Duration)] = []
    private var lastAnswer: [UInt8]?

    /// Makes a server with keys of its own.
    package init(
        contents: [[UInt8]: KeyServerContent] = [:],
        using random: inout some RandomNumberGenerator
    ) {
        self.contents = contents
        do {
            agreement = try .init(rawRepresentation: Self.bytes(32, using: &random))
            signing = try .init(rawRepresentation: Self.bytes(32, using: &random))
        } catch {
            preconditionFailure("any 32 bytes are a private key: \(error)")
        }
    }

    /// What apps need to know of the server.
    package var certificate: [UInt8] {
        Array("HLKC".utf8) + [1] + agreement.publicKey.rawRepresentation
            + signing.publicKey.rawRepresentation
    }

    /// Makes a challenge, which one invalidation has to be for.
    package mutating func challenge(
        at time: Duration, using random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        let bytes = Self.bytes(KeyServerRequest.challengeLength, using: &random)
        challenges.append((bytes, time))
        challenges.removeFirst(max(0, challenges.count - Self.openChallenges))
        return bytes
    }

    private static func bytes(
        _ count: Int, using random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}

// MARK: - Answering

extension TestKeyServer {
    private typealias Status = KeyServerEntry.Status

    /// Answers one request.
    package mutating func answer(
        to bytes: [UInt8], at time: Duration, using random: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var entry = KeyServerEntry(
            time: time, request: nil, content: [], status: .unreadable, leases: [])
        defer { entries.append(entry) }
        guard let opened = OpenedRequest(bytes, by: agreement),
            let request = KeyServerRequest(opened.text)
        else { return signed(Self.head(.unreadable, bytes)) }
        entry.request = request.kind
        entry.content = request.content
        let outcome: Result<[UInt8], Refusal>
        if nonces.remember(opened.nonce) {
            outcome = decide(
                request, nonce: opened.nonce, at: time, &entry.leases, using: &random)
        } else {
            outcome = .failure(Refusal(.repeated))
        }
        let fault = contents[request.content]?.fault
        let answer: [UInt8]
        switch outcome {
        case .failure(let refusal):
            entry.status = refusal.status
            answer = signed(Self.head(refusal.status, bytes))
        case .success(let text):
            entry.status = .granted
            answer = signed(
                opened.sealed(text, ephemeral: Self.bytes(32, using: &random)))
        }
        defer { lastAnswer = answer }
        return spoilt(answer, by: fault)
    }

    private struct Refusal: Error {
        var status: Status
        init(_ status: Status) { self.status = status }
    }

    /// The text of the answer.
    private mutating func decide(
        _ request: KeyServerRequest, nonce: [UInt8], at time: Duration,
        _ touched: inout [[UInt8]], using random: inout some RandomNumberGenerator
    ) -> Result<[UInt8], Refusal> {
        switch request {
        case .invalidation(let challenge, let claims):
            touched = claims.map(\.lease)
            return invalidate(claims, for: challenge, at: time)
        case .renewal(let content, let claim):
            touched = [claim.lease]
            if let refusal = refusal(of: claim, for: content, nonce: nonce, at: time) {
                return .failure(refusal)
            }
        case .key: break
        }
        guard let content = contents[request.content], content.fault != .missingKey else {
            return .failure(Refusal(.unknownContent))
        }
        guard !content.isRevoked else { return .failure(Refusal(.revoked)) }
        var text = [request.kind.rawValue]
        text += Self.big(request.content.count, byteCount: 2) + request.content
        let key = Self.faulty(content)
        text += [UInt8(key.count)] + key
        guard request.kind != .streamingKey else {
            return .success(text + Self.seconds(content.streamingDuration))
        }
        let lease = Self.bytes(16, using: &random)
        let secret = Self.bytes(32, using: &random)
        if case .renewal(_, let claim) = request { leases[claim.lease] = nil }
        leases[lease] = KeyServerLease(
            content: request.content, secret: secret, grantedAt: time,
            lastUse: Self.lastUse(content, from: time))
        touched.append(lease)
        text += lease + secret
        text += Self.seconds(content.storageDuration) + Self.seconds(content.playbackDuration)
        return .success(text)
    }

    private func refusal(
        of claim: KeyServerRequest.Claim, for content: [UInt8], nonce: [UInt8], at time: Duration
    ) -> Refusal? {
        guard let lease = leases[claim.lease], lease.content == content else {
            return Refusal(.unknownLease)
        }
        guard proves(claim, "hls test keys 1 renewal", nonce, lease.secret) else {
            return Refusal(.wrongProof)
        }
        let isOver = lease.lastUse.map { time >= $0 } ?? false
        return isOver || lease.invalidatedAt != nil ? Refusal(.leaseEnded) : nil
    }

    /// All of the leases, or none. Leases that are invalid already are confirmed again, since the
    /// first confirmation may have been lost.
    private mutating func invalidate(
        _ claims: [KeyServerRequest.Claim], for challenge: [UInt8], at time: Duration
    ) -> Result<[UInt8], Refusal> {
        guard let place = challenges.firstIndex(where: { $0.bytes == challenge }),
            time < challenges[place].madeAt + Self.challengeLife
        else { return .failure(Refusal(.staleChallenge)) }
        challenges.remove(at: place)
        for claim in claims {
            guard let lease = leases[claim.lease] else {
                return .failure(Refusal(.unknownLease))
            }
            guard proves(claim, "hls test keys 1 invalidation", challenge, lease.secret) else {
                return .failure(Refusal(.wrongProof))
            }
        }
        for claim in claims where leases[claim.lease]?.invalidatedAt == nil {
            leases[claim.lease]?.invalidatedAt = time
        }
        return .success([4] + Self.big(claims.count, byteCount: 2))
    }

    private func proves(
        _ claim: KeyServerRequest.Claim, _ purpose: String, _ fresh: [UInt8], _ secret: [UInt8]
    ) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            claim.proof, authenticating: Array(purpose.utf8) + fresh + claim.lease,
            using: SymmetricKey(data: secret))
    }
}

// MARK: - Bytes

extension TestKeyServer {
    /// Head of an answer without a text.
    private static func head(_ status: Status, _ request: [UInt8]) -> [UInt8] {
        Array("HLKA".utf8) + [1, status.rawValue] + SHA256.hash(data: request)
            + [UInt8](repeating: 0, count: 32)
    }

    private func signed(_ answer: [UInt8]) -> [UInt8] {
        do {
            return answer + (try signing.signature(for: answer))
        } catch {
            preconditionFailure("bytes can always be signed: \(error)")
        }
    }

    private func spoilt(_ answer: [UInt8], by fault: KeyServerContent.Fault?) -> [UInt8] {
        var answer = answer
        switch fault {
        case .badSignature: answer[answer.count - 1] ^= 1
        case .flippedByte(let index): answer[index % answer.count] ^= 1
        case .oldAnswer: return lastAnswer ?? answer
        case .wrongKey, .shortKey, .missingKey, nil: break
        }
        return answer
    }

    private static func faulty(_ content: KeyServerContent) -> [UInt8] {
        switch content.fault {
        case .wrongKey: content.key.map { $0 ^ 0xA5 }
        case .shortKey(let count): Array(content.key.prefix(count))
        default: content.key
        }
    }

    private static func lastUse(_ content: KeyServerContent, from time: Duration) -> Duration? {
        guard let storage = content.storageDuration, let playback = content.playbackDuration
        else { return nil }
        return time + storage + playback
    }

    private static func seconds(_ duration: Duration?) -> [UInt8] {
        big(duration.map { Int($0.components.seconds) } ?? Int(UInt32.max), byteCount: 4)
    }

    private static func big(_ number: Int, byteCount: Int) -> [UInt8] {
        (1...byteCount).map { UInt8(truncatingIfNeeded: number >> ((byteCount - $0) * 8)) }
    }
}
