package import HLSPlaylist

/// What the segments of one media playlist need to be decrypted, and the keys to ask for.
package struct EncryptionPlan: Sendable, Hashable {
    /// A key and when it is needed first.
    package struct NeededKey: Sendable, Hashable {
        package var reference: KeyReference
        package var source: KeyReference.Source
        /// Place in ``MediaPlaylist/segments`` of the first segment that needs it.
        package var firstSegment: Int
    }

    /// Each key once, in the order in which playback needs them. A key that returns after another
    /// one is the same.
    package private(set) var keys: [NeededKey] = []
    /// By place in the playlist; nil: in the clear. A gap needs nothing.
    package private(set) var segments: [SegmentEncryption?] = []
    /// Of the init section that each segment needs, by place of the segment; nil: in the clear, or
    /// there is none.
    package private(set) var initSections: [SegmentEncryption?] = []

    private var urls: [KeyReference: String] = [:]
    private var fromApp: Set<KeyReference> = []

    /// Where a key is, network or app; nil for one that no segment needs.
    package func url(of key: KeyReference) -> String? { urls[key] }

    /// Whether only the app can get a key.
    package func isFromApp(_ key: KeyReference) -> Bool { fromApp.contains(key) }

    /// Whether any byte is encrypted.
    package var isEmpty: Bool { keys.isEmpty }

    /// Resolves all keys of a playlist.
    /// - Parameters:
    ///   - url: the playlist's, after redirects.
    ///   - systems: what the app reads beside `identity`, the preferred one first.
    ///   - allowsLocal: as ``DownloadLimits/localAddresses``.
    /// - Throws: ``KeyFailure`` at the first segment that this client cannot decrypt.
    package init(
        of playlist: MediaPlaylist, at url: String, systems: [KeySystem] = [],
        allowsLocal: Bool = false
    ) throws(KeyFailure) {
        segments.reserveCapacity(playlist.segments.count)
        initSections.reserveCapacity(playlist.segments.count)
        var places: [KeyReference: Int] = [:]
        for (place, segment) in playlist.segments.enumerated() {
            guard !segment.isGap else {
                segments.append(nil)
                initSections.append(nil)
                continue
            }
            let map = try SegmentEncryption.resolve(
                segment.map?.keys ?? [], for: .initSection, systems: systems)
            let media = try SegmentEncryption.resolve(
                segment.keys, for: .segment(sequenceNumber: segment.sequenceNumber),
                systems: systems)
            initSections.append(map)
            segments.append(media)
            for reference in [map?.key, media?.key].compactMap(\.self)
            where places[reference] == nil {
                places[reference] = keys.count
                let source = try reference.source(in: url, allowsLocal: allowsLocal)
                switch source {
                case .network(let url): urls[reference] = url
                case .app(let url):
                    urls[reference] = url
                    fromApp.insert(reference)
                }
                keys.append(
                    NeededKey(reference: reference, source: source, firstSegment: place))
            }
        }
    }
}
