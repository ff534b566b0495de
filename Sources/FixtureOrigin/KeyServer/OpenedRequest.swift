internal import Crypto
internal import FoundationEssentials

/// A request that was really sealed to this server, and what it takes to seal the answer.
struct OpenedRequest {
    let nonce: [UInt8]
    let text: [UInt8]
    private let bytes: [UInt8]
    private let client: Curve25519.KeyAgreement.PublicKey
    private let requestSecret: [UInt8]

    private static let headLength = 53
    private static let tagLength = 16
    /// Far more than the longest request has.
    private static let longest = 64 << 10

    /// Nil when the bytes are no request, or not one to the owner of this key.
    init?(_ bytes: [UInt8], by key: Curve25519.KeyAgreement.PrivateKey) {
        guard (Self.headLength + Self.tagLength...Self.longest).contains(bytes.count),
            bytes.prefix(5).elementsEqual(Array("HLKQ".utf8) + [1])
        else { return nil }
        self.bytes = bytes
        nonce = Array(bytes[37..<Self.headLength])
        do {
            client = try .init(rawRepresentation: bytes[5..<37])
            requestSecret = try key.sharedSecretFromKeyAgreement(with: client)
                .withUnsafeBytes { Array($0) }
            // A public key of low order leaves no secret (RFC 7748, section 6.1).
            guard requestSecret != [UInt8](repeating: 0, count: 32) else { return nil }
            let derived = Self.derived(requestSecret, nonce, "hls test keys 1 request")
            let box = try AES.GCM.SealedBox(
                nonce: .init(data: derived[32...]),
                ciphertext: bytes[Self.headLength...].dropLast(Self.tagLength),
                tag: bytes.suffix(Self.tagLength))
            text = Array(
                try AES.GCM.open(
                    box, using: SymmetricKey(data: derived[..<32]),
                    authenticating: bytes[..<Self.headLength]))
        } catch {
            // Whatever is wrong with it, the client is told no more than that.
            return nil
        }
    }

    /// The answer with this text, all but its signature.
    func sealed(_ text: [UInt8], ephemeral: [UInt8]) -> [UInt8] {
        do {
            let own = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: ephemeral)
            let fresh = try own.sharedSecretFromKeyAgreement(with: client)
                .withUnsafeBytes { Array($0) }
            let digest = Array(SHA256.hash(data: bytes))
            let head =
                Array("HLKA".utf8) + [1, 0] + digest + own.publicKey.rawRepresentation
            let derived = Self.derived(fresh + requestSecret, digest, "hls test keys 1 answer")
            let box = try AES.GCM.seal(
                text, using: SymmetricKey(data: derived[..<32]),
                nonce: .init(data: derived[32...]), authenticating: head)
            return head + box.ciphertext + box.tag
        } catch {
            preconditionFailure("the client's key was good when the request was opened: \(error)")
        }
    }

    /// 32 bytes of key and 12 of vector.
    private static func derived(_ secret: [UInt8], _ salt: [UInt8], _ info: String) -> [UInt8] {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: secret), salt: salt, info: Array(info.utf8),
            outputByteCount: 32 + 12
        ).withUnsafeBytes { Array($0) }
    }
}
