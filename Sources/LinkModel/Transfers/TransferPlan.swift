/// Downloads over a link whose times are asked for: some connections that are opened together, each
/// with the same objects one after the other.
package struct TransferPlan: Sendable, Hashable {
    /// Connections.
    package var parallel: Int
    /// Bytes of the objects of each connection, in order.
    package var objects: [Int]
    /// Silence between the end of an object and the request for the next one.
    package var gap: Duration
    /// Bytes of a request.
    package var requestBytes: Int
    /// Connections begin within this time, at random. Nothing in the world begins at the same moment.
    package var spread: Duration

    package init(
        parallel: Int = 1, objects: [Int], gap: Duration = .zero, requestBytes: Int = 400,
        spread: Duration = .milliseconds(10)
    ) {
        precondition(parallel > 0 && !objects.isEmpty, "a plan has connections and objects")
        precondition(objects.allSatisfy { $0 > 0 }, "an object has bytes")
        self.parallel = parallel
        self.objects = objects
        self.gap = gap
        self.requestBytes = requestBytes
        self.spread = spread
    }
}

/// How long the objects of one connection took.
package struct TransferTimes: Sendable, Hashable {
    package struct Object: Sendable, Hashable {
        package var bytes: Int
        /// From the request to the first byte, and to the last.
        package var firstByte: Duration
        package var lastByte: Duration
    }

    /// From the first packet to the connection's being established.
    package var connect: Duration
    package var objects: [Object]
    /// How the origin's end stood when the last object was through.
    package var statistics: TCPStatistics
}
