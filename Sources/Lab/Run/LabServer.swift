internal import FixtureOrigin
internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// An asset served for any client, with or without a link in front.
package struct LabServer: Sendable {
    let asset: OriginAsset
    let faults: [Fault]
    /// Nil: no link.
    let profile: LinkProfile?
    let port: Int
    /// File for the record of requests.
    let record: String?

    /// What crossed the link in front of the server.
    package struct Traffic: Sendable, Hashable, Encodable {
        /// Payload bytes that reached clients, and that reached the server.
        package var bytesDown: Int
        package var bytesUp: Int
        package var connections: Int
    }

    /// Serves until the task is cancelled.
    /// - Parameters:
    ///   - onReady: told the URL of the multivariant playlist once it is served.
    ///   - onEnd: told what crossed the link, where there was one.
    /// - Throws: ``LabError``.
    package func run(
        onReady: @escaping @Sendable (String) -> Void,
        onEnd: @escaping @Sendable (Traffic) -> Void
    ) async throws {
        let origin: FixtureOrigin
        do throws(OriginError) {
            origin = try FixtureOrigin(
                asset: asset, faults: faults, port: profile == nil ? port : 0, recordFile: record)
        } catch {
            throw LabError(.run, "cannot start the origin: \(error)")
        }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await origin.run() }
                group.addTask { try await announce(try await origin.port, onReady, onEnd) }
                try await group.waitForAll()
            }
        } catch let error as CancellationError {
            throw error
        } catch let error as UnsupportedLinkFeatures {
            throw LabError(.unavailable, "\(error)")
        } catch {
            throw LabError(.run, "cannot serve '\(asset.catalog.id)': \(error)")
        }
    }

    private func announce(
        _ originPort: Int, _ onReady: @escaping @Sendable (String) -> Void,
        _ onEnd: @escaping @Sendable (Traffic) -> Void
    ) async throws {
        let path = asset.catalog.multivariantPlaylist
        guard let profile else { return onReady("http://127.0.0.1:\(originPort)/\(path)") }
        try await Relay.run(profile, toHost: "127.0.0.1", port: originPort, listenOn: port) {
            relay in
            onReady("http://127.0.0.1:\(relay.port)/\(path)")
            // Serving ends by cancellation, which ends this stream.
            for await _ in AsyncStream<Never>.makeStream().stream {}
            let statistics = await relay.statistics()
            onEnd(
                Traffic(
                    bytesDown: statistics.down.counters.arrivedPayloadBytes,
                    bytesUp: statistics.up.counters.arrivedPayloadBytes,
                    connections: statistics.openedConnections))
        }
    }
}
