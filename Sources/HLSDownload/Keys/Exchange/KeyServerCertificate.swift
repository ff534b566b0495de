internal import Crypto
internal import FoundationEssentials

/// What an app knows of its test key server beforehand.
struct KeyServerCertificate: Sendable {
    static let byteCount = 69
    private static let mark = Array("HLKC".utf8) + [1]

    let agreement: Curve25519.KeyAgreement.PublicKey
    let signing: Curve25519.Signing.PublicKey
    /// SHA-256 of its bytes.
    let fingerprint: [UInt8]

    /// - Throws: ``ContentKeyError/badCertificate`` when the bytes are none.
    init(_ bytes: [UInt8]) throws(ContentKeyError) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.mark) else {
            throw .badCertificate
        }
        do {
            let keys = bytes.dropFirst(Self.mark.count)
            agreement = try .init(rawRepresentation: keys.prefix(32))
            signing = try .init(rawRepresentation: keys.suffix(32))
            fingerprint = [UInt8](SHA256.hash(data: bytes))
        } catch {
            throw .badCertificate
        }
    }
}
