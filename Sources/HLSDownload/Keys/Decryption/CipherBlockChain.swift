internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

/// AES-CBC over a stream: keeps the last ciphertext block as the next vector, and the last whole
/// block back, since only the end shows that it is the one with the padding.
struct CipherBlockChain: Sendable {
    static let blockLength = 16

    private let key: ContentKey
    private var vector: [UInt8]
    /// What came and is not decrypted yet: at most one block and a piece.
    private var pending = Data()
    private var byteCount = 0

    init(key: ContentKey, vector: [UInt8]) {
        precondition(vector.count == Self.blockLength, "a vector is a block")
        self.key = key
        self.vector = vector
    }

    mutating func update(
        _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        byteCount += bytes.count
        pending.append(contentsOf: bytes)
        let ready = (pending.count - 1) / Self.blockLength * Self.blockLength
        guard ready > 0 else { return }
        let blocks = pending.prefix(ready)
        let clear = decrypted(blocks)
        vector = [UInt8](blocks.suffix(Self.blockLength))
        pending = Data(pending.dropFirst(ready))
        clear.withUnsafeBytes { body($0) }
    }

    /// The last block without its padding.
    func lastBlock() throws(SegmentDecryptionError) -> Data {
        guard pending.count == Self.blockLength else {
            throw .notWholeBlocks(byteCount: byteCount)
        }
        let block = decrypted(pending)
        let count = Int(block.last ?? 0)
        // The key is the client's own here, so there is nobody to hide the time it takes from.
        guard (1...Self.blockLength).contains(count),
            block.suffix(count).allSatisfy({ $0 == count })
        else { throw .padding }
        return block.dropLast(count)
    }

    private func decrypted(_ blocks: Data) -> Data {
        do {
            return try AES._CBC.decrypt(
                blocks, using: key.secret, iv: AES._CBC.IV(ivBytes: vector), noPadding: true)
        } catch {
            preconditionFailure("whole blocks under a key of right length can be decrypted")
        }
    }
}
