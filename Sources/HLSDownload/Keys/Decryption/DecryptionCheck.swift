package import DownloadCore

/// What a segment turned out to be when it was decrypted.
package enum DecryptionFinding: Sendable, Hashable {
    /// Media from the first byte to the last.
    case whole(Container)
    /// The key, the vector or the bytes are wrong; in words.
    case undecryptable(String)
    /// Decrypted to media that is damaged; in words.
    case damaged(String)
}

/// Finds out whether a key opens a segment, while its bytes arrive: AES-CBC vouches for nothing, so
/// that a wrong key shows only in what comes out. Keeps none of it.
///
/// A wrong vector spoils the first 16 bytes alone. It shows where these hold a mark: the sync byte of
/// MPEG-TS, the type of an fMP4 box; a vector that differs in its last bytes does not.
package struct DecryptionCheck: Sendable {
    private var decryptor: SegmentDecryptor
    private var container = ContainerCheck()
    private var failure: SegmentDecryptionError?

    /// - Throws: ``SegmentDecryptionError`` when the key has the wrong length or the method is not
    ///   one that encrypts whole segments.
    package init(
        _ encryption: SegmentEncryption, key: ContentKey,
        limit: Int = SegmentDecryptor.defaultLimit
    ) throws(SegmentDecryptionError) {
        decryptor = try SegmentDecryptor(encryption, key: key, limit: limit)
    }

    /// Takes the next bytes of the encrypted segment.
    package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do {
            try decryptor.update(bytes) { container.consume($0) }
        } catch {
            failure = error
        }
    }

    /// What the segment is, now that no more bytes come.
    package mutating func finish() -> DecryptionFinding {
        if failure == nil {
            do {
                try decryptor.finish { container.consume($0) }
            } catch {
                failure = error
            }
        }
        return Self.finding(container.finish(), failure)
    }

    /// A wrong key passes the first look at the bytes in one of some hundred cases, and the padding
    /// in another one of 256, so that each failure counts.
    private static func finding(
        _ media: ContainerFinding, _ failure: SegmentDecryptionError?
    ) -> DecryptionFinding {
        switch (media, failure) {
        case (.whole(let container), nil): .whole(container)
        case (.broken(let reason), nil): .damaged(reason)
        case (.notMedia(let reason), nil):
            .undecryptable("the key or the IV is wrong: decrypted, " + reason)
        case (_, .some(let failure)): .undecryptable("\(failure)")
        }
    }

    /// Whether the first bytes of a segment look like media under this key, for a verdict before
    /// the rest is fetched. Says yes to a wrong key in one of 256 cases with the first block of
    /// MPEG-TS, and never again as packets come.
    /// - Parameter bytes: the first bytes of an AES-128 segment; what is no whole block is left out.
    /// - Returns: nil when nothing can be said yet, as always with AES-256-GCM.
    /// - Throws: ``SegmentDecryptionError`` as the initialiser does.
    package static func opens(
        beginning bytes: [UInt8], _ encryption: SegmentEncryption, key: ContentKey
    ) throws(SegmentDecryptionError) -> Bool? {
        var decryptor = try SegmentDecryptor(encryption, key: key)
        var clear: [UInt8] = []
        let outcome = bytes.withUnsafeBytes { buffer in
            Result { () throws(SegmentDecryptionError) in
                try decryptor.update(buffer) { clear.append(contentsOf: $0) }
            }
        }
        try outcome.get()
        guard clear.count >= CipherBlockChain.blockLength else { return nil }
        let packetLength = 188
        if clear[0] == 0x47 {
            return stride(from: 0, to: clear.count, by: packetLength).allSatisfy {
                clear[$0] == 0x47
            }
        }
        var check = ContainerCheck()
        clear.withUnsafeBytes { check.consume($0) }
        if case .notMedia = check.finish() { return false }
        return true
    }
}
