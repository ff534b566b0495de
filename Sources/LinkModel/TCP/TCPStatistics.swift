/// What one end of a connection has sent, and how its sender stands.
package struct TCPStatistics: Sendable, Hashable {
    /// Segments with payload or FIN that were sent, copies included.
    package var segmentsSent = 0
    /// Copies among them, tail loss probes included.
    package var segmentsResent = 0
    /// Packets without payload: acknowledgements, handshake, RST.
    package var bareSent = 0
    /// Retransmission time-outs that passed.
    package var timeouts = 0
    package var lossProbes = 0
    /// Recoveries that were begun because of reports of the receiver.
    package var recoveries = 0
    /// Reductions that turned out to be mistakes and were undone.
    package var undone = 0
    /// Segments that the sending machine's own queue refused.
    package var refused = 0
    /// Congestion window and slow-start threshold, in segments. The threshold is nil before there
    /// was a reason for one.
    package var window = 0
    package var threshold: Int?
    /// Smoothed round trip and present time-out.
    package var roundTrip = Duration.zero
    package var timeout = Duration.zero

    package init() {}
}
