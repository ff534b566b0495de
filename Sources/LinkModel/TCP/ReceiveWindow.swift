/// How much a receiver lets its peer send, and how that grows with use (Linux's dynamic right-sizing:
/// tcp_grow_window, tcp_rcv_space_adjust). Bytes of payload and nanoseconds.
struct ReceiveWindow: Sendable {
    private let maximum: Int
    private let segmentBytes: Int
    /// Bound of the window now (`window_clamp`).
    private var clamp: Int
    /// What is offered at most (`rcv_ssthresh`).
    private var offered: Int
    /// Eight times the smoothed time from an acknowledgement to the data it allowed; 0 without one.
    private var scaledTrip = 0
    private var lastEcho = -1
    /// Of the present measurement: bytes read before it, when it began, bytes read in the last one.
    private var readBefore = 0
    private var began = 0
    private var readLast: Int
    /// Bytes that arrived in order and were read, and those that were not.
    private(set) var read = 0
    private(set) var unread = 0

    init(_ options: TCPOptions) {
        segmentBytes = options.segmentBytes
        maximum = max(options.maximumReceiveWindow, options.initialReceiveWindow)
        offered = options.initialReceiveWindow
        // Half of the buffer, of which the offer is cut to whole segments.
        clamp = min(max(offered, 65_536), maximum)
        readLast = min(offered, options.initialWindow * options.segmentBytes)
    }

    /// The bound that stands until the reader shows that it keeps up.
    var bound: Int { clamp }

    /// Room for payload behind what has arrived (`__tcp_select_window`).
    ///
    /// - Parameter held: bytes that wait behind a hole.
    func room(held: Int) -> Int {
        let free = clamp - unread - held
        guard free >= max(segmentBytes, clamp >> 4) || free >= clamp >> 1 else { return 0 }
        return min(free, offered)
    }

    /// A segment arrived (`tcp_grow_window`).
    ///
    /// - Returns: whether the offer grew.
    mutating func grow(by payload: Int, held: Int) -> Bool {
        guard payload >= 128 else { return false }
        let room = min(clamp, clamp - unread - held) - offered
        guard room > 0 else { return false }
        offered += min(room, max(2 * segmentBytes, 2 * payload))
        return true
    }

    /// Bytes arrived in order.
    mutating func arrive(_ bytes: Int) {
        unread += bytes
    }

    /// A segment echoed the stamp of an acknowledgement (`tcp_rcv_rtt_measure_ts`).
    mutating func measure(echo: Int, payload: Int, at now: Int) {
        guard payload >= segmentBytes, echo > 0, echo != lastEcho else { return }
        lastEcho = echo
        let trip = max(now - echo, 1)
        scaledTrip = scaledTrip == 0 ? trip << 3 : scaledTrip + trip - (scaledTrip >> 3)
    }

    /// Smoothed round trip as the receiver sees it; 0 without one.
    var roundTrip: Int { scaledTrip >> 3 }

    /// The reader took bytes: once per round trip the bound follows (`tcp_rcv_space_adjust`).
    mutating func read(_ bytes: Int, at now: Int) {
        unread -= bytes
        precondition(unread >= 0, "a reader reads no more than has arrived")
        read += bytes
        guard scaledTrip > 0, now - began >= roundTrip else { return }
        let copied = read - readBefore
        if copied > readLast {
            var wanted = 2 * copied + 16 * segmentBytes
            wanted += 2 * (wanted * (copied - readLast) / max(readLast, 1))
            clamp = min(max(clamp, wanted), maximum)
            readLast = copied
        }
        readBefore = read
        began = now
    }
}
