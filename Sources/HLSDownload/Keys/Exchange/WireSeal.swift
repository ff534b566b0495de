internal import Crypto
internal import FoundationEssentials

/// AES-256-GCM under key and vector that are derived for one text.
struct WireSeal {
    private static let keyLength = 32
    private static let vectorLength = 12
    private static let tagLength = 16

    private let key: SymmetricKey
    private let vector: [UInt8]

    init(_ material: [UInt8], salt: [UInt8], info: String) {
        let derived = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: material), salt: salt, info: Array(info.utf8),
            outputByteCount: Self.keyLength + Self.vectorLength
        ).withUnsafeBytes { [UInt8]($0) }
        key = SymmetricKey(data: derived.prefix(Self.keyLength))
        vector = Array(derived.suffix(Self.vectorLength))
    }

    func seal(_ text: [UInt8], head: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.seal(
            text, using: key, nonce: AES.GCM.Nonce(data: vector), authenticating: head)
        return [UInt8](box.ciphertext) + box.tag
    }

    func open(_ sealed: [UInt8], head: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: vector), ciphertext: sealed.dropLast(Self.tagLength),
            tag: sealed.suffix(Self.tagLength))
        return [UInt8](try AES.GCM.open(box, using: key, authenticating: head))
    }
}
