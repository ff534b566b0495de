/// The queue in front of a direction's bottleneck: drop-tail, with CoDel behind it if asked for.
package struct LinkQueue: Sendable, Hashable {
    /// How much fits in; what arrives beyond it is dropped. The packet being sent counts.
    package enum Room: Sendable, Hashable {
        /// At least 1.
        case packets(Int)
        /// Bytes of frames, at least one full frame.
        case bytes(Int)
        /// A packet is taken while those before it need at most this time at the rate of the
        /// moment. Where that is 0, the rate outside the timeline counts.
        case time(Duration)
    }

    /// Packets that wait or are being sent at once when a profile does not say otherwise: 50 in
    /// excess of the bandwidth-delay product.
    package static let defaultPackets = 50
    /// Most packets in a queue whose room is not counted in packets.
    package static let maximumPackets = 1_000_000

    package var room: Room
    /// Active queue management; nil for drop-tail alone.
    package var codel: CoDel?

    package init(_ room: Room = .packets(LinkQueue.defaultPackets), codel: CoDel? = nil) {
        self.room = room
        self.codel = codel
    }

    /// The settings of CoDel (RFC 8289).
    package struct CoDel: Sendable, Hashable {
        /// Longest interval: thirty times the standard one, so that its square fits into 64 bits.
        package static let longestInterval = Duration.seconds(3)

        /// Acceptable standing delay of the queue, 5 ms (RFC 8289 section 4.3).
        package var target: Duration
        /// Time in which a standing queue has to go, 100 ms (RFC 8289 section 4.3).
        package var interval: Duration

        package init(
            target: Duration = .milliseconds(5), interval: Duration = .milliseconds(100)
        ) {
            self.target = target
            self.interval = interval
        }
    }

    /// Room in full frames at `rate`, at least 1: what a caller reckons buffers with.
    package func fullFrames(at rate: LinkRate) -> Int {
        switch room {
        case .packets(let packets): packets
        case .bytes(let bytes): max(1, bytes / Framing.fullFrame)
        case .time(let time):
            (rate.bytes(in: time.wholeNanoseconds) ?? Self.maximumPackets) / Framing.fullFrame + 1
        }
    }
}
