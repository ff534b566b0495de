/// What a ``DownloadMachine`` wants done; performed by a driver or a simulated world.
package enum DownloadCommand: Sendable, Hashable, Codable {
    indirect case fetch(FetchRequest)
    /// Take the body of a response as the plan says.
    indirect case receive(RequestID, BodyPlan)
    /// All bytes of a part are on disk already: walk them and send ``DownloadEvent/ended``.
    case recheck(RequestID, ResourceID)
    /// Take the body of a playlist, at most `limit` bytes of it, and hand it to the machine.
    case receivePlaylist(RequestID, limit: Int)
    /// Take the body of a key, at most `limit` bytes of it, and tell its length.
    case receiveKey(RequestID, limit: Int)
    /// Ask the app for the key of that identifier, and send ``DownloadEvent/endedKey`` or
    /// ``DownloadEvent/keyRefused``. Whoever performs it bounds the time that the app may take.
    case askApp(RequestID, ResourceID, identifier: String)
    /// End a request at once; no further event of it is expected.
    case abort(RequestID)
    /// The response that has begun is of no use, but its connection may be: read its body away if
    /// it is short, else close. No further event of it is expected.
    case dismiss(RequestID)
    /// Keep what a server asked for, beginning now: it holds for the runs that follow, too.
    case keepPause(ServerPause)
    /// Keep a playlist as it came: the package's copy, and what a restart compares with.
    indirect case keepPlaylist(ResourceID, PlaylistCopy)
    /// Keep the key that has arrived: its parts can be checked from then on. An app's key is kept in
    /// memory only.
    case storeKey(ResourceID)
    /// The streams of the package are known; the package's folders can be made.
    case lay([StreamPlan])
    /// Make room for a guest's stream beside those of the package. It is among
    /// ``DownloadMachine/superseded`` and goes with them.
    indirect case layGuest(stream: Int, StreamPlan)
    /// Let go of a stored part of a guest: what is selected for its time is durable. Whoever reads it
    /// keeps what it has.
    case discardGuestPart(ResourceID)
    /// Forget what is stored of a stream: the origin now has something else under its name.
    case discardStream(Int)
    /// Throw the bytes of a part away that arrived so far.
    case discardPartial(ResourceID)
    /// All bytes of a part have arrived: make them durable.
    indirect case store(ResourceID, Attestation)
    /// Every part is stored: write what makes the folder a playable package, then let go of
    /// ``DownloadMachine/superseded``.
    case seal
    /// See whether there is space on the disk again, do what failed for want of it, and send
    /// ``DownloadEvent/spaceFound`` or ``DownloadEvent/storeFailed(_:)``.
    case lookForSpace
    /// Send ``DownloadEvent/woke`` at this time. Replaces an earlier wish.
    case wake(at: Duration)
    indirect case report(DownloadReport)
    /// The download is over. No command follows, no event is expected.
    indirect case finish(DownloadOutcome)
}

/// A request to be sent.
package struct FetchRequest: Sendable, Hashable, Codable {
    package var id: RequestID
    package var resource: ResourceID
    package var url: String
    /// First byte wanted; nil: from the start, without a Range field.
    package var rangeStart: Int?
    /// Last byte wanted; nil with a start: to the end.
    package var rangeEnd: Int?
    /// Strong entity tag for If-Range.
    package var ifRange: String?
    /// Entity tag for If-None-Match.
    package var ifNoneMatch: String?
    /// Whether a compressed representation is welcome: for playlists only, since media bytes are
    /// counted and resumed by their place in the identity representation.
    package var acceptsCompression: Bool
    /// Lower is sooner: what a transport with priorities may order by.
    package var priority: Int
    /// What the server is told besides; see ``sentURL`` and ``clientDataFields``.
    package var clientData: ClientData?
}

extension FetchRequest {
    /// A request for a playlist on its own, outside of any download.
    package static func playlist(at url: String) -> FetchRequest {
        FetchRequest(
            id: RequestID(0), resource: .multivariantPlaylist, url: url, acceptsCompression: true,
            priority: 0)
    }
}

/// What to do with the body of a response to a request for a part.
package struct BodyPlan: Sendable, Hashable, Codable {
    package var resource: ResourceID
    /// Bytes to pass over first: the server ignored the range and sent the file from its start.
    package var skip: Int
    /// Where in the part the first kept byte belongs; bytes behind it on disk are discarded.
    package var appendAt: Int
    /// Bytes to keep; what follows is not read. Nil: to the end of the body.
    package var take: Int?
    /// More kept bytes than this are a fault.
    package var limit: Int
    /// The strong entity tag that vouches for these bytes in a later If-Range.
    package var entityTag: String?
}

/// A playlist as it came.
package struct PlaylistCopy: Sendable, Hashable, Codable {
    /// ``Selection/Stream/identity``; empty for the playlist that the download began with. A copy is
    /// compared with what has the same key, and asked for conditionally only at its own ``url``:
    /// another token may stand in the URIs of the segments, too.
    package var key: String
    /// Where it came from, after redirects: the base of its relative URIs.
    package var url: String
    package var entityTag: String?
    package var bytes: [UInt8]

    package init(key: String, url: String, entityTag: String?, bytes: [UInt8]) {
        self.key = key
        self.url = url
        self.entityTag = entityTag
        self.bytes = bytes
    }
}

/// What vouches for the bytes of a stored part, besides that they arrived.
package struct Attestation: Sendable, Hashable, Codable {
    package enum Length: String, Sendable, Hashable, Codable {
        /// A length that the server or the playlist declared was met to the byte.
        case declared
        /// The body ended when the server said so; nobody had said how long it would be.
        case undeclared
    }

    package var length: Length
    package var container: Container

    package init(length: Length, container: Container) {
        self.length = length
        self.container = container
    }
}

/// What people and logs are told.
package enum DownloadReport: Sendable, Hashable, Codable {
    /// The variant and renditions chosen, before media flows.
    case willDownload(Selection)
    case redirected(ResourceID, to: String)
    /// A recoverable error: the resource is tried again after the pause.
    case retrying(ResourceID, reason: String, pause: Duration)
    /// The origin has something else than before under the same name.
    case changed(ResourceID)
    /// A segment became durable.
    case loaded(stream: Int, MediaTimeRange)
    /// All of a stream is durable, by its place in the selection.
    case completedStream(Int)
    /// All streams of a content that was asked for are durable: 0 is the primary one, behind it the
    /// auxiliary ones.
    case completedContent(Int)
    /// A part became durable.
    case progress(DownloadProgress)
    /// A stream turns to another of its sources, by the URLs of their media playlists.
    case switched(stream: Int, from: String, to: String, why: String)
    /// Something that the download can do without is of no use.
    case ignored(ResourceID, why: String)
    /// What only a player wants cannot be had. The download goes on.
    case unavailable(ResourceID, why: String)
    /// Nothing is requested until ``running``, or another reason to wait takes this one's place.
    case waiting(WaitingReason)
    /// Goes on after having waited.
    case running
}

/// How far a download is.
package struct DownloadProgress: Sendable, Hashable, Codable {
    /// Seconds of media on disk and wanted, each stream counted for itself.
    package var secondsStored: Duration
    package var secondsExpected: Duration
    package var partsStored: Int
    package var partsExpected: Int
    /// Body bytes received by this machine, playlists included.
    package var bytesReceived: Int
    package var retries: Int
    /// From 0 to 1, streams weighed by what they have of the bytes as far as that is known, see
    /// ``StreamLedger``. Never falls.
    package var fraction = 0.0
}

/// How a download ended.
package enum DownloadOutcome: Sendable, Hashable, Codable {
    case completed
    case cancelled
    case failed(DownloadFailure)
    /// The server no longer gives what it gave (401, 403, 410): most often a token in the URL has
    /// expired. With a URL that is valid the download goes on where it was.
    case needsNewURL(DownloadFailure)

    /// Why the download did not complete; nil when it did, or was cancelled.
    package var failure: DownloadFailure? {
        switch self {
        case .completed, .cancelled: nil
        case .failed(let failure), .needsNewURL(let failure): failure
        }
    }
}
