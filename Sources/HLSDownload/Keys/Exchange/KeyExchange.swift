internal import Crypto
internal import DownloadCore
internal import FoundationEssentials

/// The client's side of one exchange with a test key server: makes a request, opens the answer to it
/// and to nothing else. The byte format is in <doc:TestKeyProtocol>.
struct KeyExchange: Sendable {
    /// What is asked for.
    enum Subject: Sendable {
        case streamingKey
        case persistableKey
        case renewal(of: StoredKey.Grant)
        case invalidation(of: [StoredKey.Grant], challenge: [UInt8])

        var kind: UInt8 {
            switch self {
            case .streamingKey: 1
            case .persistableKey: 2
            case .renewal: 3
            case .invalidation: 4
            }
        }
    }

    static let longestContentIdentifier = 1024
    static let mostLeases = 1024
    static let challengeLength = 32
    static let leaseLength = 16
    static let secretLength = 32
    private static let nonceLength = 16

    /// What the app sends to the server.
    let requestData: [UInt8]
    let contentIdentifier: [UInt8]
    let certificate: KeyServerCertificate
    let kind: UInt8
    private let ephemeral: Curve25519.KeyAgreement.PrivateKey
    private let requestSecret: [UInt8]

    /// Makes a request with keys and a nonce that are used nowhere else.
    /// - Throws: ``ContentKeyError`` when the server's certificate or what is asked for is unusable.
    init(
        _ subject: Subject, contentIdentifier: [UInt8] = [], certificate: KeyServerCertificate
    ) throws(ContentKeyError) {
        self.certificate = certificate
        self.contentIdentifier = contentIdentifier
        kind = subject.kind
        ephemeral = Curve25519.KeyAgreement.PrivateKey()
        let nonce = SymmetricKey(size: SymmetricKeySize(bitCount: Self.nonceLength * 8))
            .withUnsafeBytes { [UInt8]($0) }
        let head =
            Array("HLKQ".utf8) + [1] + ephemeral.publicKey.rawRepresentation + nonce
        let text = try Self.text(subject, contentIdentifier, nonce: nonce)
        do {
            requestSecret = try Self.agreement(of: ephemeral, with: certificate.agreement)
            let seal = WireSeal(
                requestSecret, salt: nonce, info: "hls test keys 1 request")
            requestData = head + (try seal.seal(text, head: head))
        } catch {
            throw .badCertificate
        }
    }

    /// - Throws: also for a public key that leaves no secret (RFC 7748, section 6.1), which the
    ///   library lets pass.
    private static func agreement(
        of own: Curve25519.KeyAgreement.PrivateKey, with other: Curve25519.KeyAgreement.PublicKey
    ) throws -> [UInt8] {
        let secret = try own.sharedSecretFromKeyAgreement(with: other)
            .withUnsafeBytes { [UInt8]($0) }
        guard secret.contains(where: { $0 != 0 }) else { throw ContentKeyError.badCertificate }
        return secret
    }

    private static func text(
        _ subject: Subject, _ content: [UInt8], nonce: [UInt8]
    ) throws(ContentKeyError) -> [UInt8] {
        var text = [subject.kind]
        if case .invalidation(let grants, let challenge) = subject {
            guard challenge.count == challengeLength else { throw .badChallenge }
            guard grants.count <= mostLeases else { throw .tooManyKeys(limit: mostLeases) }
            text += challenge
            text.append16(grants.count)
            for grant in grants {
                text += grant.leaseID
                text += proof(grant, "hls test keys 1 invalidation", challenge)
            }
            return text
        }
        guard (1...longestContentIdentifier).contains(content.count) else {
            throw .badContentIdentifier(byteCount: content.count)
        }
        text.append16(content.count)
        text += content
        if case .renewal(let grant) = subject {
            text += grant.leaseID
            text += proof(grant, "hls test keys 1 renewal", nonce)
        }
        return text
    }

    private static func proof(
        _ grant: StoredKey.Grant, _ purpose: String, _ fresh: [UInt8]
    ) -> [UInt8] {
        [UInt8](
            HMAC<SHA256>.authenticationCode(
                for: Array(purpose.utf8) + fresh + grant.leaseID,
                using: SymmetricKey(data: grant.secret)))
    }
}

// MARK: - The answer

extension KeyExchange {
    /// What a server grants.
    enum Grant: Sendable {
        /// - duration: for how long the key may be kept; nil: without end.
        case streamingKey(ContentKey, duration: Duration?)
        case persistableKey(ContentKey, StoredKey.Grant, KeyLease)
        case invalidated(count: Int)
    }

    private static let headLength = 70
    private static let signatureLength = 64

    /// Whether an answer says that it is for this request; nothing is proven by that.
    func isMeant(by answer: [UInt8]) -> Bool {
        answer.dropFirst(6).prefix(32).elementsEqual(SHA256.hash(data: requestData))
    }

    /// Opens the server's answer.
    /// - Throws: ``ContentKeyError`` when it is no answer of this server to this request, or a
    ///   refusal.
    func open(_ answer: [UInt8]) throws(ContentKeyError) -> Grant {
        guard answer.count >= Self.headLength + Self.signatureLength,
            answer.starts(with: Array("HLKA".utf8))
        else { throw .notAnAnswer }
        let signed = answer.dropLast(Self.signatureLength)
        let signature = answer.suffix(Self.signatureLength)
        guard certificate.signing.isValidSignature(signature, for: signed) else {
            throw .forgedAnswer
        }
        guard answer[4] == 1 else { throw .unknownVersion(Int(answer[4])) }
        guard isMeant(by: answer) else { throw .answerToAnotherRequest }
        guard answer[5] == 0 else {
            throw .refused(KeyServerRefusal(rawValue: Int(answer[5])) ?? .other)
        }
        let head = Array(answer.prefix(Self.headLength))
        let text = try opened(signed.dropFirst(Self.headLength), head: head)
        var reader = WireReader(text)
        guard let grant = grant(&reader), reader.isAtEnd else { throw .notAnAnswer }
        return grant
    }

    private func opened(
        _ sealed: ArraySlice<UInt8>, head: [UInt8]
    ) throws(ContentKeyError) -> [UInt8] {
        do {
            let server = try Curve25519.KeyAgreement.PublicKey(
                rawRepresentation: head.suffix(32))
            let seal = WireSeal(
                try Self.agreement(of: ephemeral, with: server) + requestSecret,
                salt: [UInt8](SHA256.hash(data: requestData)), info: "hls test keys 1 answer")
            return try seal.open(Array(sealed), head: head)
        } catch {
            throw .notAnAnswer
        }
    }

    /// Nil when the text is not one that answers this request.
    private func grant(_ text: inout WireReader) -> Grant? {
        guard text.number(1) == Int(kind) else { return nil }
        if kind == 4 { return text.number(2).map { .invalidated(count: $0) } }
        guard text.field(lengthBytes: 2) == contentIdentifier,
            let key = text.field(lengthBytes: 1)
        else { return nil }
        if kind == 1 {
            guard let seconds = text.number(4) else { return nil }
            return .streamingKey(ContentKey(key), duration: Self.duration(seconds))
        }
        guard let lease = text.bytes(Self.leaseLength),
            let secret = text.bytes(Self.secretLength),
            let storage = text.number(4), let playback = text.number(4)
        else { return nil }
        return .persistableKey(
            ContentKey(key),
            .init(leaseID: lease, secret: secret, server: certificate.fingerprint),
            KeyLease(
                storageDuration: Self.duration(storage), playbackDuration: Self.duration(playback)))
    }

    private static func duration(_ seconds: Int) -> Duration? {
        seconds == Int(UInt32.max) ? nil : .seconds(seconds)
    }
}

extension KeyExchange: CustomStringConvertible, CustomReflectable {
    var description: String { "exchange with a test key server" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
