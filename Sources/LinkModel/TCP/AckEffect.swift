/// What one acknowledgement did to a sender: the flags and samples of Linux's `tcp_ack`.
struct AckEffect {
    /// It moved the left edge of the window.
    var advanced = false
    /// It acknowledged data for good.
    var acknowledgedData = false
    /// Some of that had been sent again, so that its time says nothing (Karn).
    var acknowledgedCopies = false
    /// It reported data behind a hole for the first time.
    var reportedData = false
    /// It reported a duplicate (RFC 2883).
    var reportedDuplicate = false
    /// The duplicate was that of a tail loss probe.
    var reportedProbe = false
    /// Data sent once, before the present recovery, has arrived.
    var originalArrived = false
    /// It came with data, or moved the receive window.
    var carriesNews = false
    /// The timer starts again.
    var restartsTimer = false
    /// A copy was deemed lost in its turn.
    var lostCopies = false
    /// Segments that arrived for the first time, as far as it tells.
    var delivered = 0
    /// Lowest sequence that arrived behind younger ones.
    var reordered = Int.max
    /// When the oldest and the newest of the segments that it acknowledges, and that it reports,
    /// were sent.
    var acknowledgedSpan: (first: Int, last: Int)?
    var reportedSpan: (first: Int, last: Int)?

    /// Whether it may be the sign of a loss.
    var isSuspicious: Bool {
        !(acknowledgedData || carriesNews) || reportedData || reportedDuplicate
    }

    /// Whether it repeats the one before it.
    var isDuplicate: Bool {
        !(advanced || acknowledgedData || carriesNews || reportedDuplicate)
    }

    mutating func noteAcknowledged(_ segment: TCPSegment) {
        acknowledgedSpan = (acknowledgedSpan?.first ?? segment.sentAt, segment.sentAt)
    }

    mutating func noteReported(_ segment: TCPSegment) {
        reportedSpan = (reportedSpan?.first ?? segment.sentAt, segment.sentAt)
    }
}
