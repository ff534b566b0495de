/// What a player has buffered of one medium, and what it is getting.
struct PlayerTrack: Sendable {
    /// A segment that is buffered.
    struct Item: Sendable, Hashable {
        var segment: SegmentID
        /// Of video.
        var level: Int
        var start: Duration
        var end: Duration
        /// Of the whole segment, of which the first one may be entered in the middle.
        var duration: Duration
        /// Of the whole segment.
        var bytes: Int
        /// Bytes that went over the network for this.
        var fetchedBytes = 0
        /// From the store: its bytes were not fetched for this.
        var isRead = false
        var isGap = false
        /// What the rule expected of the link when it chose the level, in bit/s; nil: nothing.
        var estimate: Double?
    }

    /// A segment that is on its way.
    struct Open: Sendable {
        var id: PlayerRequestID
        var segment: SegmentID
        var level: Int
        var startedAt: Duration
        var isRead: Bool
        var isReplacement = false
        /// From the request to the first byte; nil before it.
        var firstByte: Duration?
        var bytes = 0
        var expected: Int?
        var estimate: Double?
        /// The store may have got the same, or something as good, since that was last looked for.
        var mayBeStored = true
        /// When it is next asked about whether to give it up.
        var nextCheck: Duration
    }

    let kind: PlayerPresentation.Stream.Kind
    /// In playing order; the first one is playing or will be.
    var items: [Item] = []
    var open: Open?
    /// Media time up to which everything is buffered, or was played.
    var end = Duration.zero
    /// Nothing is requested before.
    var notBefore = Duration.zero
    /// Failures of the segment that is wanted, one after another.
    var failures = 0
    /// Everything up to the end of the stream is buffered, or was played.
    var isComplete = false
    /// Nothing could be requested since, for want of room.
    var fullSince: Duration?

    init(_ kind: PlayerPresentation.Stream.Kind) {
        self.kind = kind
    }

    /// Forgets the segments that are over at a place.
    mutating func forget(upTo place: Duration) {
        guard let first = items.first, first.end <= place else { return }
        items.removeAll { $0.end <= place }
    }

    /// Forgets what is buffered, but not what is on its way.
    mutating func clear(to place: Duration) {
        items.removeAll(keepingCapacity: true)
        end = place
        notBefore = .zero
        failures = 0
        isComplete = false
        fullSince = nil
    }
}
