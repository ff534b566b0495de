/// Names one request of one download; never used twice by a machine.
package struct RequestID: Sendable, Hashable, Comparable, Codable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Names one thing that a download fetches: a playlist, an init section or a media segment.
package enum ResourceID: Sendable, Hashable, Codable {
    case multivariantPlaylist
    /// The media playlist of a stream, by the stream's place in the selection.
    case mediaPlaylist(stream: Int)
    /// A part of a stream, by its place in ``StreamPlan/parts``.
    case part(stream: Int, index: Int)
    /// A key, by its place in ``DownloadMachine/keys``.
    case key(Int)
    /// What says which pathway comes first. No download needs it.
    case steeringManifest
}

extension ResourceID {
    /// One word is quicker to hash than three, and parts are looked up for every packet.
    package func hash(into hasher: inout Hasher) {
        switch self {
        case .multivariantPlaylist: hasher.combine(-1)
        case .steeringManifest: hasher.combine(-2)
        case .mediaPlaylist(let stream): hasher.combine(-3 &- 2 &* stream)
        case .key(let key): hasher.combine(-4 &- 2 &* key)
        case .part(let stream, let index): hasher.combine(index &<< 16 ^ stream)
        }
    }
}

/// What happened in the world, told to a ``DownloadMachine``.
///
/// What is large is kept apart, so that the frequent ones are small.
package enum DownloadEvent: Sendable, Hashable, Codable {
    /// Begin, or go on from the snapshot that the machine was made with.
    case started
    /// The final response to a request arrived (after informational ones).
    indirect case responded(RequestID, ResponseHead)
    /// Body bytes arrived. The count is of those that are kept; 0 when all were skipped, which is a
    /// sign of life too. Optional for playlists, where it is nothing but that.
    case received(RequestID, byteCount: Int)
    /// The body ended in order. `container` is what a walk over all bytes of the part found.
    case ended(RequestID, container: ContainerFinding)
    /// The body of a playlist ended in order.
    case endedPlaylist(RequestID, bytes: [UInt8])
    /// The body of a key ended in order, or the app gave one. Its bytes stay with the driver.
    case endedKey(RequestID, byteCount: Int)
    /// The app gave no key; why, in words.
    case keyRefused(RequestID, reason: String)
    indirect case failed(RequestID, TransportFailure)
    /// The bytes of a resource are durable in the package.
    case stored(ResourceID)
    /// The package is complete on disk, its playlists and manifest written.
    case sealed
    /// The disk refused. Nothing can go on, unless it is full and the options say to wait.
    indirect case storeFailed(StoreFailure)
    /// There is space again, and everything that waited for it is done.
    case spaceFound
    /// A time that was asked for by ``DownloadCommand/wake(at:)`` has come.
    case woke
    /// Someone wants the download to do nothing until ``resumed``.
    case suspended
    case resumed
    /// What the network is like from now on. Nobody having said so, it may be used.
    case networkChanged(NetworkStatus)
    /// A player wants to know a stream, by the URI of its media playlist as the multivariant
    /// playlist wrote it. What is not selected comes as a guest: for the player alone.
    case streamWanted(uri: String)
    /// What a player needs from now on, in place of what it said before; nil: nobody plays.
    indirect case needed(PlayerNeeds?)
    /// The person or the system wants the download to stop, its state kept.
    case cancelled
}

/// Why a request ended without a whole response.
package enum TransportFailure: Error, Sendable, Hashable, Codable {
    case hostUnknown(String)
    case refused
    case connectTimeout
    /// No way leads to the host; the system's words.
    case unreachable(String)
    /// The peer closed or reset the connection before the response was whole.
    case connectionLost(String)
    /// The body went on past the bytes that the machine allowed.
    case tooLong(limit: Int)
    /// Bytes came behind those that the head declared: it says nothing of how many there are.
    case longerThanDeclared
    /// Certificate or protocol of the secure connection.
    case insecure(String)
    /// The response cannot be understood as HTTP.
    case malformed(String)
    /// The app, which alone can load it, cannot; why, in words.
    case notLoadedByApp(String)
}

/// Why a package could not be written.
package enum StoreFailure: Error, Sendable, Hashable, Codable {
    case diskFull(path: String)
    case notWritable(path: String, reason: String)
    case other(path: String, reason: String)
}
