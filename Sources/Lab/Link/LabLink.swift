internal import LinkConditioner
internal import LinkModel

/// A link in front of any TCP server, for any client.
package struct LabLink: Sendable {
    let to: Endpoint
    let listen: Endpoint
    let profile: LinkProfile
    let seed: UInt64
    /// Socket on which orders are taken; nil: none.
    let control: String?
    /// Finds the profile that the link began with once more, changed meanwhile.
    let reload: @Sendable () throws(LabError) -> LinkProfile
    /// Finds another one by name.
    let find: @Sendable (String) throws(LabError) -> LinkProfile

    /// Carries connections until the task is cancelled.
    /// - Parameters:
    ///   - hangUps: each makes the profile be read again.
    ///   - onReady: told where the link listens once it does.
    ///   - onChange: told what has become of the link, in a line.
    /// - Returns: what crossed the link.
    /// - Throws: ``LabError``.
    package func run(
        hangUps: AsyncStream<Void>, onReady: @escaping @Sendable (String) -> Void,
        onChange: @escaping @Sendable (Result<String, LabError>) -> Void
    ) async throws -> LinkTraffic {
        let relay: Relay
        do {
            relay = try await Relay.start(
                profile, toHost: to.host, port: to.port, listenHost: listen.host,
                listenOn: listen.port, seed: seed)
        } catch let error as UnsupportedLinkFeatures {
            throw LabError(.unavailable, "\(error)")
        } catch {
            throw LabError(.run, "\(error)")
        }
        let state = LinkState(relay: relay, profile: profile.id)
        onReady("\(listen.host):\(relay.port)")
        do {
            try await carry(state, hangUps, onChange)
        } catch is CancellationError {
            // How a link ends.
        } catch {
            await relay.shutdown()
            throw LabError(.run, "\(error)")
        }
        let traffic = await state.traffic()
        await relay.shutdown()
        return traffic
    }

    /// Gives an order to a link that takes them at the path `control`.
    /// - Returns: its answer.
    /// - Throws: ``LabError``.
    package static func order(_ order: String, at control: String) async throws -> String {
        do {
            return try await ControlSocket.give(order: order, to: control)
        } catch {
            throw LabError(.run, "\(error)")
        }
    }

    private func carry(
        _ state: LinkState, _ hangUps: AsyncStream<Void>,
        _ onChange: @escaping @Sendable (Result<String, LabError>) -> Void
    ) async throws {
        let work: @Sendable () async throws -> Void = {
            for await _ in hangUps {
                onChange(await state.change { () throws(LabError) in try reload() })
            }
            try Task.checkCancellation()
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
        guard let control else { return try await work() }
        try await ControlSocket.serve(
            at: control, answer: { await answer($0, state, onChange) }, while: work)
    }

    private func answer(
        _ order: String, _ state: LinkState,
        _ onChange: @Sendable (Result<String, LabError>) -> Void
    ) async -> String {
        let words = order.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        switch words.first {
        case "profile" where words.count == 2:
            let result = await state.change { () throws(LabError) in try find(words[1]) }
            onChange(result)
            switch result {
            case .success(let line): return line
            case .failure(let error): return "error: \(error.message)"
            }
        case "statistics" where words.count == 1:
            do {
                return try await state.traffic().jsonLine()
            } catch {
                return "error: \(error.message)"
            }
        default: return "error: unknown order '\(order)'; orders are: profile NAME, statistics"
        }
    }
}

/// A running link and the name of what it plays.
private actor LinkState {
    let relay: Relay
    var profile: String

    init(relay: Relay, profile: String) {
        self.relay = relay
        self.profile = profile
    }

    func change(
        to find: @Sendable () throws(LabError) -> LinkProfile
    ) async -> Result<String, LabError> {
        do {
            let next = try find()
            try await relay.change(to: next)
            profile = next.id
            return .success("profile \(next.id)")
        } catch let error as LabError {
            return .failure(error)
        } catch {
            return .failure(LabError(.unavailable, "\(error)"))
        }
    }

    func traffic() async -> LinkTraffic {
        LinkTraffic(await relay.statistics(), profile: profile)
    }
}
