internal import Crypto
internal import CryptoExtras
package import DownloadCore
internal import FoundationEssentials

/// Decrypts one segment or init section as its bytes arrive.
///
/// AES-128 (CBC over all bytes, PKCS#7; rfc8216bis, section 4.4.4.4; NIST SP 800-38A): in constant
/// memory, one block behind the input. AES-256-GCM (16 bytes of vector, the media, 16 bytes of tag;
/// NIST SP 800-38D): nothing is given out before the tag has vouched for all of it, so a segment is
/// held in memory until its end, up to a limit.
package struct SegmentDecryptor: Sendable {
    private enum Mode {
        case blocks(CipherBlockChain)
        case sealed(Data, limit: Int)
    }

    /// Bytes of an AES-256-GCM segment that are held, unless told otherwise.
    package static let defaultLimit = 256 << 20
    /// Vector in front and tag behind of an AES-256-GCM segment, each.
    static let sealLength = 16

    private let key: ContentKey
    private var mode: Mode

    /// - Throws: ``SegmentDecryptionError`` when the key has the wrong length or the method is not
    ///   one that encrypts whole segments.
    package init(
        _ encryption: SegmentEncryption, key: ContentKey, limit: Int = defaultLimit
    ) throws(SegmentDecryptionError) {
        guard encryption.scope == .allBytes else { throw .samplesOnly(method: encryption.method) }
        guard key.byteCount == encryption.keyLength else {
            throw .keyLength(
                method: encryption.method, needed: encryption.keyLength, found: key.byteCount)
        }
        self.key = key
        if let vector = encryption.ivBytes {
            mode = .blocks(CipherBlockChain(key: key, vector: vector))
        } else {
            mode = .sealed(Data(), limit: limit)
        }
    }

    /// Takes the next bytes as they came and hands on what they decrypt to, if anything yet.
    package mutating func update(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentDecryptionError) {
        switch mode {
        case .blocks(var chain):
            // Else the chain would be copied when it changes.
            mode = .sealed(Data(), limit: 0)
            chain.update(bytes, body)
            mode = .blocks(chain)
        case .sealed(var data, let limit):
            mode = .sealed(Data(), limit: limit)
            guard data.count + bytes.count <= limit else { throw .tooLong(limit: limit) }
            data.append(contentsOf: bytes)
            mode = .sealed(data, limit: limit)
        }
    }

    /// Hands on the rest, now that no more bytes come.
    /// - Throws: ``SegmentDecryptionError`` when the end shows that the bytes are not what was
    ///   encrypted, or not with this key.
    package mutating func finish(
        _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(SegmentDecryptionError) {
        let rest: Data
        switch mode {
        case .blocks(let chain): rest = try chain.lastBlock()
        case .sealed(let data, _): rest = try open(data)
        }
        rest.withUnsafeBytes { body($0) }
    }

    private func open(_ data: Data) throws(SegmentDecryptionError) -> Data {
        let length = Self.sealLength
        guard data.count >= 2 * length else { throw .tooShort(byteCount: data.count) }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: data.prefix(length)),
                ciphertext: data.dropFirst(length).dropLast(length), tag: data.suffix(length))
            return try AES.GCM.open(box, using: key.secret)
        } catch {
            // Lengths are right by now, so nothing but the tag can be wrong.
            throw .tag
        }
    }
}

extension SegmentDecryptor {
    /// Decrypts what is in memory as a whole.
    package static func decrypt(
        _ bytes: [UInt8], _ encryption: SegmentEncryption, key: ContentKey
    ) throws(SegmentDecryptionError) -> [UInt8] {
        var decryptor = try SegmentDecryptor(encryption, key: key)
        var clear: [UInt8] = []
        clear.reserveCapacity(bytes.count)
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(SegmentDecryptionError) in
                try decryptor.update(buffer) { clear.append(contentsOf: $0) }
            }
        }
        try outcome.get()
        try decryptor.finish { clear.append(contentsOf: $0) }
        return clear
    }
}
