package import HLSPlaylist

/// A key that segments need: where it is, and in which form it comes. Two tags that name the same
/// key are equal here, so that it is asked for once.
package struct KeyReference: Sendable, Hashable, Codable {
    /// URI as the playlist wrote it.
    package var uri: String
    /// KEYFORMAT.
    package var keyFormat: String
    /// KEYFORMATVERSIONS.
    package var keyFormatVersions: [Int]

    package init(
        uri: String, keyFormat: String = KeySystem.identity.keyFormat,
        keyFormatVersions: [Int] = [1]
    ) {
        self.uri = uri
        self.keyFormat = keyFormat
        self.keyFormatVersions = keyFormatVersions
    }

    /// Who has the key.
    package enum Source: Sendable, Hashable {
        /// The bytes of the key lie behind an http or https URL.
        case network(url: String)
        /// Only the app can get it: another KEYFORMAT than `identity`, or a scheme that an engine
        /// cannot load. The URL is the identifier that the app is asked for.
        case app(url: String)
    }

    /// Where to get the key.
    /// - Parameters:
    ///   - playlistURL: the playlist's URL after redirects, http or https.
    ///   - allowsLocal: as ``DownloadLimits/localAddresses``.
    /// - Throws: ``KeyFailure/badURI(_:)`` when the URI makes no URL, or leads where
    ///   ``Address`` does not admit it.
    package func source(
        in playlistURL: String, allowsLocal: Bool = false
    ) throws(KeyFailure) -> Source {
        guard let url = PlaylistURL.resolve(uri, against: playlistURL),
            let scheme = PlaylistURL.scheme(of: url)
        else { throw .badURI(uri) }
        guard keyFormat == Key.identityFormat, ["http", "https"].contains(scheme) else {
            return .app(url: url)
        }
        guard Address.isAdmitted(url, from: playlistURL, allowsLocal: allowsLocal) else {
            throw .badURI(uri)
        }
        return .network(url: url)
    }

    /// The keys that EXT-X-SESSION-KEY announces and this client can use, in the order of the
    /// playlist: a hint for a head start, not a promise that a segment needs them (section
    /// 4.4.6.5).
    package static func announced(
        by playlist: MultivariantPlaylist, systems: [KeySystem] = []
    ) -> [KeyReference] {
        var found: [KeyReference] = []
        for key in playlist.sessionKeys {
            guard let uri = key.uri, ([.identity] + systems).contains(where: { $0.reads(key) })
            else { continue }
            let reference = KeyReference(
                uri: uri, keyFormat: key.keyFormat, keyFormatVersions: key.keyFormatVersions)
            if !found.contains(reference) { found.append(reference) }
        }
        return found
    }
}
