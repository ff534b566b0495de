internal import LinkModel

/// A client's connection, its counterpart to the server, and the bytes between them.
///
/// Belongs to the event loop of its ``LinkDriver``.
final class RelayConnection {
    let id: LinkConnection
    let number: Int
    /// The end at the engine's side of the link.
    let client: RelayEnd
    /// The end at the origin's side; nil until the modelled SYN has arrived there.
    var server: RelayEnd?
    var down = RelayStream()
    var up = RelayStream()
    /// Directions whose FIN has arrived.
    var finished: Set<LinkHeading> = []
    /// Whether the link knows the connection no more.
    var isOver = false

    init(id: LinkConnection, number: Int, client: RelayEnd) {
        self.id = id
        self.number = number
        self.client = client
    }

    /// The end that bytes of a direction go to.
    func destination(of heading: LinkHeading) -> RelayEnd? {
        heading == .down ? client : server
    }

    /// The end that bytes of a direction come from.
    func source(of heading: LinkHeading) -> RelayEnd? {
        heading == .down ? server : client
    }

    /// Changes the stream of a direction.
    func withStream<Result>(
        _ heading: LinkHeading, _ change: (inout RelayStream) -> Result
    ) -> Result {
        heading == .down ? change(&down) : change(&up)
    }

    var statistics: RelayStatistics.Connection {
        var statistics = RelayStatistics.Connection(number: number)
        statistics.downBytes = down.deliveredBytes
        statistics.upBytes = up.deliveredBytes
        statistics.isOpen = !isOver
        return statistics
    }
}
