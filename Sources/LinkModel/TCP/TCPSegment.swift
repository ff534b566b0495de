/// A segment that was sent and is not acknowledged, as its sender remembers it.
struct TCPSegment: Sendable {
    struct Marks: OptionSet, Sendable {
        let rawValue: UInt8
        /// Reported by a SACK block.
        static let sacked = Marks(rawValue: 1)
        /// Deemed lost.
        static let lost = Marks(rawValue: 2)
        /// Sent again, and that copy is thought to be on its way.
        static let resent = Marks(rawValue: 4)
        /// Sent again at some time.
        static let everResent = Marks(rawValue: 8)
        static let finish = Marks(rawValue: 16)
        /// What was sent last was lost before it reached the sending machine's own queue.
        static let vanished = Marks(rawValue: 32)
    }

    var start: Int
    /// The sequence number behind payload and FIN.
    var end: Int
    /// When it was sent last, nanoseconds.
    var sentAt: Int
    var marks: Marks = []
    /// Its neighbours in the order of sending, by index; -1 for none.
    var earlier = -1
    var later = -1

    mutating func stand(between earlier: Int, and later: Int) {
        self.earlier = earlier
        self.later = later
    }

    var payload: Int { end - start - (marks.contains(.finish) ? 1 : 0) }
}
