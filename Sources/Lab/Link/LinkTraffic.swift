internal import LinkConditioner
internal import LinkModel

/// What crossed a link.
package struct LinkTraffic: Sendable, Hashable, Encodable {
    package struct Direction: Sendable, Hashable, Encodable {
        /// Payload that reached the other end, in bytes.
        package var bytes: Int
        /// Packets that the link lost, and that found its queue full.
        package var lost: Int
        package var queueDrops: Int
        package var queuedPackets: Int
    }

    package var profile: String
    package var seconds: Double
    package var down: Direction
    package var up: Direction
    package var connections: Int
    package var openConnections: Int

    init(_ statistics: RelayStatistics, profile: String) {
        self.profile = profile
        seconds = statistics.elapsed / .seconds(1)
        down = Direction(statistics.down)
        up = Direction(statistics.up)
        connections = statistics.openedConnections
        openConnections = statistics.openConnections
    }

    /// One line for people.
    package var text: String {
        "\(profile): \(Figures.bytes(down.bytes)) down, \(Figures.bytes(up.bytes)) up in "
            + "\(Figures.seconds(seconds)) over \(connections) connections; "
            + "\(down.lost + up.lost) packets lost, \(down.queueDrops + up.queueDrops) dropped by "
            + "full queues"
    }
}

extension LinkTraffic.Direction {
    init(_ direction: RelayStatistics.Direction) {
        bytes = direction.counters.arrivedPayloadBytes
        lost = direction.packets.lost
        queueDrops = direction.packets.queueDrops
        queuedPackets = direction.queuedPackets
    }
}
