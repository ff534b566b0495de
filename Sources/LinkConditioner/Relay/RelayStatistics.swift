package import LinkModel

/// What a ``Relay`` has carried since it began.
package struct RelayStatistics: Sendable, Hashable {
    /// One direction of the link.
    package struct Direction: Sendable, Hashable {
        /// Bytes on the link, with and without headers, and how long its transmitter was busy.
        package var counters = LinkCounters()
        /// What became of the packets.
        package var packets = PathCounters()
        /// Packets that wait for the bottleneck or are being sent.
        package var queuedPackets = 0

        package init() {}
    }

    /// One connection over the link.
    package struct Connection: Sendable, Hashable {
        /// From 1, in the order in which clients connected.
        package var number: Int
        /// Payload that reached the client, in bytes.
        package var downBytes = 0
        /// Payload that reached the server, in bytes.
        package var upBytes = 0
        package var isOpen = true

        package init(number: Int) {
            self.number = number
        }
    }

    /// Most connections that are over and still told of one by one: the latest.
    package static let maximumClosedConnections = 1024

    /// Time since the relay began.
    package var elapsed = Duration.zero
    package var down = Direction()
    package var up = Direction()
    /// Connections that clients opened, those that were refused included.
    package var openedConnections = 0
    /// Connections that are not over.
    package var openConnections = 0
    /// By number: every open connection and the latest of those that are over.
    package var connections: [Connection] = []

    package init() {}
}
