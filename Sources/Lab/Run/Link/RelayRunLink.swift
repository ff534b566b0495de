internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// The link of a run, played in this process.
struct RelayRunLink: RunLink {
    private let relay: Relay
    private let profile: LinkProfile

    var port: Int { relay.port }

    /// Listens at the port of an earlier run, or at any other when that is taken by now: the engine
    /// then compares the playlists instead of asking whether they changed.
    /// - Parameters:
    ///   - port: where the origin listens.
    ///   - earlier: 0: there was no earlier run.
    init(_ profile: LinkProfile, to port: Int, earlier: Int, seed: UInt64) async throws {
        self.profile = profile
        do {
            relay = try await Relay.start(
                profile, toHost: "127.0.0.1", port: port, listenOn: earlier, seed: seed)
        } catch RelayError.cannotListen where earlier != 0 {
            relay = try await Relay.start(profile, toHost: "127.0.0.1", port: port, seed: seed)
        }
    }

    func traffic() async -> RunTraffic {
        let counted = await relay.statistics()
        return RunTraffic(
            down: counted.down.counters.payloadBytes, up: counted.up.counters.payloadBytes)
    }

    func change(to profile: LinkProfile) async throws { try await relay.change(to: profile) }

    func hold(_ isHeld: Bool) async throws { try await relay.hold(isHeld) }

    func record() async -> LinkRecord {
        let counted = await relay.statistics()
        return LinkRecord(
            profile: profile, via: .throttle, elapsed: counted.elapsed,
            comparison: RunComparison(
                down: .init(counted.down), up: .init(counted.up), of: profile,
                elapsed: counted.elapsed))
    }

    func during<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        do {
            let result = try await body()
            await relay.shutdown()
            return result
        } catch {
            await relay.shutdown()
            throw error
        }
    }
}
