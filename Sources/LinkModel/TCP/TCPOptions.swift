/// How the TCP endpoints at both ends of a ``SharedLink`` behave. The defaults are those of Linux 6.
package struct TCPOptions: Sendable, Hashable {
    package enum CongestionAlgorithm: String, Sendable, Hashable, CaseIterable {
        /// RFC 9438, in Linux's integer arithmetic, with HyStart (``usesHyStart``).
        case cubic
        /// RFC 5681.
        case reno
    }

    /// What an opened connection exchanges before it counts as established.
    package enum Security: String, Sendable, Hashable, CaseIterable {
        case none
        /// RFC 5246: two round trips behind TCP's own.
        case tls12 = "TLS 1.2"
        /// RFC 8446: one round trip behind TCP's own.
        case tls13 = "TLS 1.3"
    }

    /// The memory of a sender whose network card does not segment for it.
    package struct SendBuffer: Sendable, Hashable {
        /// Bytes per segment of the congestion window.
        package var perWindowSegment: Int
        /// Bytes of a segment in excess of its payload.
        package var overhead: Int
        package var maximum: Int

        package init(perWindowSegment: Int, overhead: Int, maximum: Int) {
            self.perWindowSegment = perWindowSegment
            self.overhead = overhead
            self.maximum = maximum
        }

        /// Linux 6.1 in user-mode-linux without segmentation offload: 2 × 2304 bytes per segment of
        /// the window, of which a full segment takes 2728 (SO_MEMINFO).
        package static let userModeLinux = SendBuffer(
            perWindowSegment: 4608, overhead: 1280, maximum: 3_890_000)
    }

    package var congestionControl = CongestionAlgorithm.cubic
    package var security = Security.none
    /// Segments that a fresh connection sends at once (RFC 6928).
    package var initialWindow = 10
    /// Most payload of a segment, in bytes.
    package var segmentBytes = Framing.segmentPayload
    /// Whether CUBIC leaves slow start when the delay grows or acknowledgements come as a long train.
    package var usesHyStart = true
    /// Whether the window shrinks while nothing is sent (RFC 2861, `tcp_slow_start_after_idle`).
    package var restartsAfterIdle = true
    /// Least retransmission time-out above the smoothed round trip (`TCP_RTO_MIN`).
    package var minimumTimeout = Duration.milliseconds(200)
    /// Resolution of the kernel's timers: one jiffy. 4 ms is Debian's and Ubuntu's 250 Hz,
    /// user-mode-linux has 10 ms.
    package var tick = Duration.milliseconds(4)
    /// Receive window that a connection begins with, in bytes (half of `tcp_rmem[1]`, 131,072, in
    /// whole segments of 1460).
    package var initialReceiveWindow = 64_240
    /// Bound of the receive window's growth, in bytes (half of `tcp_rmem[2]`, 6 MB).
    package var maximumReceiveWindow = 3 << 20
    /// Bound of what a sender keeps. Nil where it holds several windows, as with segmentation
    /// offload.
    package var sendBuffer: SendBuffer?
    /// Whether what arrives in order is read at once. Otherwise ``SharedLink/read(_:on:_:at:)`` says
    /// what was read, and what was not shuts the receive window.
    package var readsAtOnce = true
    /// Whether the link is netem on the sender's own interface, and not somewhere on the way. netem
    /// loses before it queues; its queue counts packets on their way too; and the sending machine's
    /// TCP knows of a full queue: it slows down and loses nothing. What waits there is not sent
    /// again.
    package var isNetemOnSender = false

    package init() {}
}
