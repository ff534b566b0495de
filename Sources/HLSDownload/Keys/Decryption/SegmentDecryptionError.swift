package import HLSPlaylist

/// Why a segment could not be decrypted.
package enum SegmentDecryptionError: Error, Sendable, Hashable {
    /// The key has another length than the method needs.
    case keyLength(method: Key.Method, needed: Int, found: Int)
    /// Samples are for a decoder to decrypt; the segment is stored as it came.
    case samplesOnly(method: Key.Method)
    /// AES-CBC: not a whole number of blocks, or none.
    case notWholeBlocks(byteCount: Int)
    /// AES-CBC: the last block does not end in PKCS#7 padding.
    case padding
    /// AES-256-GCM: no room for vector and tag.
    case tooShort(byteCount: Int)
    /// AES-256-GCM: more than is held in memory.
    case tooLong(limit: Int)
    /// AES-256-GCM: the tag belongs to other bytes or to another key.
    case tag
}

extension SegmentDecryptionError: CustomStringConvertible {
    package var description: String {
        "cannot decrypt the segment: " + reason
    }

    private var reason: String {
        switch self {
        case .keyLength(let method, let needed, let found):
            "METHOD=\(method.text) needs a key of \(needed) bytes and the server's has \(found); "
                + "the key server has to be corrected"
        case .samplesOnly(let method):
            "METHOD=\(method.text) encrypts samples, not the segment; leave it to the decoder"
        case .notWholeBlocks(let count):
            "\(count) bytes are no whole number of blocks of 16; fetch it again"
        case .padding:
            "it does not end in padding: the key or the IV is wrong, or bytes are damaged; fetch "
                + "the key and the segment again"
        case .tooShort(let count):
            "\(count) bytes hold no vector and tag of 16 each; fetch it again"
        case .tooLong(let limit):
            "more than \(limit) bytes can only be checked whole; raise the limit of a part"
        case .tag:
            "its tag does not fit: the key is wrong, or bytes are damaged; fetch the key and the "
                + "segment again"
        }
    }
}
