package import HLSPlaylist

/// How one segment or init section is encrypted, with the one key that this client uses for it.
///
/// Source: rfc8216bis, sections 4.4.4.4 and 5.2.
package struct SegmentEncryption: Sendable, Hashable, Codable {
    /// Where the initialisation vector of the cipher comes from.
    package enum InitializationVector: Sendable, Hashable, Codable {
        /// The 16 bytes of the tag's attribute IV.
        case explicit([UInt8])
        /// The media sequence number as a big-endian 128-bit integer, for want of the attribute.
        case sequenceNumber(Int)
        /// With the media: in front of an AES-256-GCM segment, or in the samples' own boxes.
        case inMedia
    }

    /// What is encrypted.
    package enum Scope: Sendable, Hashable {
        /// Every byte: nothing can be said of the media without the key.
        case allBytes
        /// Samples only: the container can be walked without the key, and is stored as it came.
        case samples
    }

    /// Never `none` and never an unknown word.
    package var method: Key.Method
    package var key: KeyReference
    package var initializationVector: InitializationVector

    package init(
        method: Key.Method, key: KeyReference, initializationVector: InitializationVector
    ) {
        self.method = method
        self.key = key
        self.initializationVector = initializationVector
    }

    package var scope: Scope {
        switch method {
        case .aes128, .aes256GCM: .allBytes
        case .sampleAES, .sampleAESCTR, .none, .other: .samples
        }
    }

    /// Bytes that a key of this method has.
    package var keyLength: Int {
        method == .aes256GCM ? 32 : 16
    }

    /// The 16 bytes of the vector; nil when they come with the media.
    package var ivBytes: [UInt8]? {
        switch initializationVector {
        case .explicit(let bytes): bytes
        case .sequenceNumber(let number): Key(method: method).iv(forSequenceNumber: number)
        case .inMedia: nil
        }
    }
}

extension SegmentEncryption {
    /// What the keys are for.
    package enum Subject: Sendable, Hashable {
        /// A media segment with its media sequence number.
        case segment(sequenceNumber: Int)
        case initSection
    }

    /// Resolves the keys that apply to one segment or init section.
    ///
    /// Of several KEYFORMATs the first usable one counts: `identity`, then the app's in its order.
    /// An init section whose samples alone are encrypted is not encrypted itself.
    /// - Parameter systems: what the app reads beside `identity`.
    /// - Returns: nil when the bytes are in the clear.
    /// - Throws: ``KeyFailure`` when no key can be used.
    package static func resolve(
        _ keys: [Key], for subject: Subject, systems: [KeySystem] = []
    ) throws(KeyFailure) -> SegmentEncryption? {
        let keys = keys.filter { $0.method != .none }
        guard !keys.isEmpty else { return nil }
        guard let key = usable(keys, systems) else { throw reason(keys) }
        guard let uri = key.uri else { throw .noURI(method: key.method) }
        let encryption = SegmentEncryption(
            method: key.method,
            key: KeyReference(
                uri: uri, keyFormat: key.keyFormat, keyFormatVersions: key.keyFormatVersions),
            initializationVector: try vector(of: key, for: subject))
        return subject == .initSection && encryption.scope == .samples ? nil : encryption
    }

    private static func usable(_ keys: [Key], _ systems: [KeySystem]) -> Key? {
        for system in [.identity] + systems {
            for key in keys where system.reads(key) {
                if case .other = key.method { continue }
                return key
            }
        }
        return nil
    }

    /// Why none of the keys is usable: their form where the methods are known.
    private static func reason(_ keys: [Key]) -> KeyFailure {
        let known = keys.filter {
            if case .other = $0.method { false } else { true }
        }
        if known.isEmpty, let first = keys.first { return .unknownMethod(first.method.text) }
        return .noUsableFormat(
            known.map { KeySystem(keyFormat: $0.keyFormat, versions: $0.keyFormatVersions) })
    }

    private static func vector(
        of key: Key, for subject: Subject
    ) throws(KeyFailure) -> InitializationVector {
        if let iv = key.iv, iv.count != 16 { throw .ivLength(iv.count) }
        switch (key.method, key.iv, subject) {
        case (.aes256GCM, _, _), (.sampleAESCTR, nil, _), (.sampleAES, nil, .initSection):
            return .inMedia
        case (_, .some(let iv), _): return .explicit(iv)
        case (_, nil, .segment(let number)): return .sequenceNumber(number)
        case (_, nil, .initSection): throw .initSectionWithoutIV
        }
    }
}
