internal import DownloadCore

/// Walks the bytes of a part as they arrive: as they are, or as they decrypt.
enum PartCheck: Sendable {
    case clear(ContainerCheck)
    case encrypted(DecryptionCheck)

    /// - Throws: ``SegmentDecryptionError`` when the key does not fit the method.
    init(_ encryption: SegmentEncryption, key: ContentKey) throws(SegmentDecryptionError) {
        self = .encrypted(try DecryptionCheck(encryption, key: key))
    }

    mutating func consume(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .clear(var check):
            check.consume(bytes)
            self = .clear(check)
        case .encrypted(var check):
            // Else what is held would be copied when it grows.
            self = .clear(ContainerCheck())
            check.consume(bytes)
            self = .encrypted(check)
        }
    }

    /// What the bytes are if no more come.
    var finding: ContainerFinding {
        switch self {
        case .clear(var check): return check.finish()
        case .encrypted(var check):
            switch check.finish() {
            case .whole(let container): return .whole(container)
            case .undecryptable(let reason): return .notMedia(reason)
            case .damaged(let reason): return .broken("decrypted, " + reason)
            }
        }
    }
}
