internal import DownloadCore
internal import HLSPlaylist

/// The EXT-X-KEY tags of a local media playlist, as one goes through its parts: a tag where the key
/// or its vector changes.
struct LocalKeys {
    private var current: SegmentEncryption?

    /// The tags in front of a part.
    /// - Parameter path: of its key, relative to the playlist.
    mutating func lines(for part: PartPlan, _ path: String?) -> [String] {
        guard let encryption = part.encryption else {
            defer { current = nil }
            return current == nil ? [] : ["#EXT-X-KEY:METHOD=NONE"]
        }
        // A vector from the sequence number changes by itself.
        var applied = encryption
        if case .sequenceNumber = applied.initializationVector {
            applied.initializationVector = .sequenceNumber(0)
        }
        guard applied != current else { return [] }
        current = applied
        var attributes = ["METHOD=\(encryption.method.text)"]
        attributes.append("URI=\"\(path.map { "../" + $0 } ?? encryption.key.uri)\"")
        if case .explicit(let bytes) = encryption.initializationVector {
            attributes.append("IV=0x\(bytes.hexadecimal)")
        }
        if encryption.key.keyFormat != Key.identityFormat {
            attributes.append("KEYFORMAT=\"\(encryption.key.keyFormat)\"")
            let versions = encryption.key.keyFormatVersions.map(String.init)
            attributes.append("KEYFORMATVERSIONS=\"\(versions.joined(separator: "/"))\"")
        }
        return ["#EXT-X-KEY:" + attributes.joined(separator: ",")]
    }
}
