package import DownloadCore
internal import OfflinePlayback

/// A request of a ``World`` as whoever judges the engine needs it: when the engine wanted it, when
/// it learned of the answer, and what that asked for, by the origin's plan and not by the engine's
/// reading of it.
package struct WorldExchange: Sendable, Hashable {
    package var resource: ResourceID
    /// The part that the request is for; nil for a playlist or a key.
    package var part: SimulatedDisk.Key?
    /// When the machine gave the command.
    package var wantedAt: Duration
    /// Place among the requests that reached the origin, from 1; nil when it never did.
    package var sequence: Int?
    /// When the head had arrived; nil when it never did.
    package var headAt: Duration?
    /// Requests that had been wanted when the head had arrived; those behind could know of it.
    package var wantedBeforeHead = 0
    /// What Retry-After asks for.
    package var pause: Duration?
}

extension World {
    mutating func noteFetch(_ request: FetchRequest) {
        exchangeByID[request.id.number] = exchanges.count
        exchanges.append(
            WorldExchange(
                resource: request.resource, part: playing.download.key(of: request.resource),
                wantedAt: elapsed))
    }

    mutating func note(_ id: RequestID, _ change: (inout WorldExchange) -> Void) {
        if let place = exchangeByID[id.number] { change(&exchanges[place]) }
    }
}
