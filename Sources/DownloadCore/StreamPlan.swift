package import HLSPlaylist

/// What has to be fetched of one media playlist, in playing order.
package struct StreamPlan: Sendable, Hashable, Codable {
    package var stream: Selection.Stream
    /// Base of the relative URIs: the playlist's URL after redirects.
    package var playlistURL: String
    package var parts: [PartPlan]
    package var targetDuration: Duration
    package var version: Int
    package var discontinuitySequence: Int
    package var hasIndependentSegments: Bool
    /// Sum of the segments' durations, gaps left out.
    package var duration: Duration

    /// The parts without what may change when the same presentation moves to another host or gets
    /// a new token: the queries of the URIs.
    package func hasSameParts(as other: StreamPlan) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { $0.withoutQuery == $1.withoutQuery }
    }
}

/// One init section, media segment or gap of a stream.
package struct PartPlan: Sendable, Hashable, Codable {
    package enum Kind: Sendable, Hashable, Codable {
        case initSection
        case segment
        /// EXT-X-GAP: a segment that the origin does not have and that is never fetched.
        case gap
    }

    package var kind: Kind
    /// URI as the playlist wrote it.
    package var uri: String
    /// The bytes of the resource that are the part; nil: all.
    package var range: ByteRange?
    /// EXTINF; zero for an init section.
    package var duration: Duration
    /// When the part plays, from the start of the presentation.
    package var start: Duration
    /// Media sequence number of a segment; for an init section the number, from 0 on, of the init
    /// section in its playlist.
    package var number: Int
    /// Place in ``StreamPlan/parts`` of the init section that the segment needs.
    package var initSection: Int?
    package var isDiscontinuity: Bool
    /// EXT-X-PROGRAM-DATE-TIME as the playlist wrote it.
    package var programDateTime: String?
    /// Nil: in the clear.
    package var encryption: SegmentEncryption?
    /// URL of the key, where there is one.
    package var keyURL: String?
    /// The URL is the identifier by which the app is asked for the key.
    package var keyIsFromApp = false

    /// When it has played, from the start of the presentation.
    package var end: Duration { start + duration }

    /// Whether nothing can be said of the bytes without the key.
    package var needsKey: Bool { encryption?.scope == .allBytes }

    fileprivate var withoutQuery: PartPlan {
        var copy = self
        copy.uri = String(uri.withoutQuery)
        copy.keyURL = nil
        copy.encryption?.key.uri = String(encryption?.key.uri.withoutQuery ?? "")
        return copy
    }
}

extension StreamPlan {
    /// Plans the download of a media playlist.
    /// - Parameter systems: forms of keys that the app reads beside `identity`; nil: there is no app
    ///   to ask.
    /// - Throws: ``DownloadFailure/Reason`` when the playlist is live, too long, has nothing to
    ///   fetch, or keys that this client cannot use.
    package init(
        of playlist: MediaPlaylist, at url: String, as stream: Selection.Stream,
        limits: DownloadLimits, systems: [KeySystem]? = nil
    ) throws(DownloadFailure.Reason) {
        guard playlist.skip == nil else {
            throw .notAPlaylist("it is a delta update (EXT-X-SKIP), which nobody asked for")
        }
        guard playlist.hasEndList else { throw .live }
        guard playlist.segments.count <= limits.segments else {
            throw .refused("the playlist has more than \(limits.segments) segments")
        }
        let encryption = try Self.encryption(of: playlist, at: url, systems, limits)
        var parts: [PartPlan] = []
        parts.reserveCapacity(playlist.segments.count + 1)
        var start = Duration.zero
        var stored = Duration.zero
        var currentMap: (section: InitSection, index: Int)?
        var initSections = 0
        for (place, segment) in playlist.segments.enumerated() {
            try Self.checkRange(segment.byteRange, limits)
            try Self.checkRange(segment.map?.byteRange, limits)
            if let map = segment.map, map != currentMap?.section, !segment.isGap {
                currentMap = (map, parts.count)
                parts.append(
                    PartPlan(initSection: map, number: initSections, start: start)
                        .encrypted(encryption.initSections[place], encryption))
                initSections += 1
            }
            parts.append(
                PartPlan(
                    segment: segment, start: start,
                    initSection: segment.map == nil ? nil : currentMap?.index
                ).encrypted(encryption.segments[place], encryption))
            start += segment.duration
            if !segment.isGap { stored += segment.duration }
        }
        guard parts.contains(where: { $0.kind == .segment }) else {
            throw .notAPlaylist("it has no segment to fetch")
        }
        self.init(
            stream: stream, playlistURL: url, parts: parts,
            targetDuration: playlist.targetDuration, version: playlist.version,
            discontinuitySequence: playlist.discontinuitySequence,
            hasIndependentSegments: playlist.hasIndependentSegments, duration: stored)
    }

    /// A range has to name bytes: some, not too many, and none behind the largest number.
    private static func checkRange(
        _ range: ByteRange?, _ limits: DownloadLimits
    ) throws(DownloadFailure.Reason) {
        guard let range else { return }
        guard range.offset >= 0, range.length > 0, range.end < Int.max else {
            throw .notAPlaylist("the byte range \(range.length)@\(range.offset) names no bytes")
        }
        guard range.length <= limits.partBytes else {
            throw .refused("a byte range in it has more than \(limits.partBytes) bytes")
        }
    }

    private static func encryption(
        of playlist: MediaPlaylist, at url: String, _ systems: [KeySystem]?,
        _ limits: DownloadLimits
    ) throws(DownloadFailure.Reason) -> EncryptionPlan {
        let plan: EncryptionPlan
        do throws(KeyFailure) {
            plan = try EncryptionPlan(
                of: playlist, at: url, systems: systems ?? [], allowsLocal: limits.localAddresses)
        } catch {
            throw .unsupported("\(error)")
        }
        for key in plan.keys where systems == nil {
            guard case .app(let url) = key.source else { continue }
            throw .unsupported(
                "its key '\(url)' is for an app to get, and nobody here was given a way to ask")
        }
        return plan
    }
}

extension PartPlan {
    fileprivate func encrypted(
        _ encryption: SegmentEncryption?, _ plan: EncryptionPlan
    ) -> PartPlan {
        guard let encryption else { return self }
        var part = self
        part.encryption = encryption
        part.keyURL = plan.url(of: encryption.key)
        part.keyIsFromApp = plan.isFromApp(encryption.key)
        return part
    }
}

extension PartPlan {
    fileprivate init(initSection map: InitSection, number: Int, start: Duration) {
        self.init(
            kind: .initSection, uri: map.uri, range: map.byteRange, duration: .zero, start: start,
            number: number, isDiscontinuity: false)
    }

    fileprivate init(segment: MediaSegment, start: Duration, initSection: Int?) {
        self.init(
            kind: segment.isGap ? .gap : .segment, uri: segment.uri, range: segment.byteRange,
            duration: segment.duration, start: start, number: segment.sequenceNumber,
            initSection: initSection, isDiscontinuity: segment.isDiscontinuity,
            programDateTime: segment.programDateTimeText)
    }
}
