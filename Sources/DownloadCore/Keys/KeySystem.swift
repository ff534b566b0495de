internal import HLSPlaylist

/// A form in which keys come, and which versions of it the client can read: KEYFORMAT and
/// KEYFORMATVERSIONS of EXT-X-KEY (rfc8216bis, section 4.4.4.4).
package struct KeySystem: Sendable, Hashable {
    /// KEYFORMAT, compared byte by byte.
    package var keyFormat: String
    package var versions: [Int]

    package init(keyFormat: String, versions: [Int] = [1]) {
        self.keyFormat = keyFormat
        self.versions = versions
    }

    /// The bytes of the key themselves: every client can read them.
    package static let identity = KeySystem(keyFormat: Key.identityFormat)

    /// Whether a tag's KEYFORMATVERSIONS names a version that is known here.
    func reads(_ key: Key) -> Bool {
        key.keyFormat == keyFormat && key.keyFormatVersions.contains { versions.contains($0) }
    }
}
