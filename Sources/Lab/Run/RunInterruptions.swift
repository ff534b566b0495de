internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import Scenarios
internal import Synchronization

/// Lets the interruptions of a scenario happen to a run over sockets.
final class RunInterruptions: Sendable {
    fileprivate struct State {
        var engine: (any RunEngine)?
        var happened: [HappenedInterruption] = []
        /// Those that wait for progress, with what ends their wait.
        var awaited: [(moment: Interruption.Moment, wait: AsyncStream<Never>.Continuation)] = []
        var plans: [StreamPlan] = []
        var segments = 0
        var requests = 0
        var suspensions = 0
        var cuts = 0
        var deaths = 0
        var fullDisks = 0
        /// Of those who wait for the engine to be started again.
        var revivals: [AsyncStream<Never>.Continuation] = []
        var clockAhead = Duration.zero
        /// The token that the app has; 0: none is asked for.
        var token = 0
    }

    private let scenario: Scenario
    private let origin: FixtureOrigin
    private let link: any RunLink
    /// Nil: the scenario fills none.
    private let disk: PrivateDisk?
    private let state = Mutex(State())

    init(
        of scenario: Scenario, _ origin: FixtureOrigin, _ link: any RunLink, _ disk: PrivateDisk?
    ) {
        self.disk = disk
        self.scenario = scenario
        self.origin = origin
        self.link = link
        guard scenario.interruptions.contains(where: { $0.what == .tokenExpires }) else { return }
        origin.change { $0.requireToken() }
        state.withLock { $0.token = origin.token }
    }

    // MARK: - What the run asks

    /// What has happened, and what was to happen and has not.
    var happened: [HappenedInterruption] {
        let happened = state.withLock { $0.happened }
        var missed = scenario.interruptions.map(\.what)
        for one in happened {
            if let place = missed.firstIndex(where: { $0.name == one.what }) {
                missed.remove(at: place)
            }
        }
        return happened + missed.map { HappenedInterruption($0) }
    }

    /// By how much the time of day has jumped.
    var clockAhead: Duration { state.withLock { $0.clockAhead } }

    /// What the app has the engine send besides.
    var headers: [HeaderField] {
        let token = state.withLock { $0.token }
        guard token > 0 else { return [] }
        do throws(HeaderField.Fault) {
            return [
                try HeaderField(
                    name: "Authorization", value: OriginScript.authorization(token: token))
            ]
        } catch {
            preconditionFailure("a token is a word: \(error)")
        }
    }

    /// The engine that things happen to from now on. It is told what holds already.
    /// - Returns: whether it may begin: a kill may have come before it.
    func attach(_ engine: any RunEngine) -> Bool {
        state.withLock { state in
            guard state.deaths == 0 else { return false }
            state.engine = engine
            if state.cuts > 0 { engine.tell(.network(.unavailable)) }
            if state.suspensions > 0 { engine.tell(.suspend) }
            return true
        }
    }

    /// Waits until no kill keeps the engine from being started again, or the task is cancelled.
    func revival() async {
        let (stream, revival) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.deaths == 0 { revival.finish() } else { state.revivals.append(revival) }
        }
        for await _ in stream {}
    }

    /// Whether the app has another token for an engine whose own is no longer taken.
    func renewsToken(after outcome: DownloadOutcome) -> Bool {
        guard case .needsNewURL = outcome else { return false }
        let valid = origin.token
        return state.withLock { state in
            guard state.token > 0, state.token != valid else { return false }
            state.token = valid
            return true
        }
    }

    /// Takes in one step of the download machine.
    func watch(_ event: DownloadEvent, _ commands: [DownloadCommand]) {
        state.withLock { state in
            guard !state.awaited.isEmpty else { return }
            for command in commands {
                switch command {
                case .lay(let plans): state.plans = plans
                case .fetch: state.requests += 1
                default: break
                }
            }
            if case .stored(.part(let stream, let index)) = event,
                state.plans.indices.contains(stream),
                state.plans[stream].parts[index].kind == .segment
            {
                state.segments += 1
            }
            let awaited = state.awaited
            state.awaited = awaited.filter { !state.isReached($0.moment) }
            for one in awaited where state.isReached(one.moment) { one.wait.finish() }
        }
    }

    // MARK: - What happens

    /// Lets everything happen while `body` runs.
    func during<Result: Sendable>(
        from start: ContinuousClock.Instant,
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let waits = scenario.interruptions.map { wait(for: $0.moment) }
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            for (interruption, reached) in zip(scenario.interruptions, waits) {
                group.addTask {
                    try await self.play(interruption, reached, from: start)
                    return nil
                }
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Ends when so much has happened; nil for a time.
    private func wait(for moment: Interruption.Moment) -> AsyncStream<Never>? {
        if case .at = moment { return nil }
        let (stream, wait) = AsyncStream<Never>.makeStream()
        state.withLock { $0.awaited.append((moment, wait)) }
        return stream
    }

    private func play(
        _ interruption: Interruption, _ reached: AsyncStream<Never>?,
        from start: ContinuousClock.Instant
    ) async throws {
        do {
            if case .at(let time) = interruption.moment {
                try await Task.sleep(until: start + time, clock: .continuous)
            } else if let reached {
                for await _ in reached {}
                try Task.checkCancellation()
            }
            let place = state.withLock { state in
                state.happened.append(
                    HappenedInterruption(interruption.what, at: ContinuousClock.now - start))
                return state.happened.count - 1
            }
            try await begin(interruption.what)
            guard let length = interruption.what.length else { return }
            try await Task.sleep(for: length, clock: .continuous)
            let end = (ContinuousClock.now - start) / .seconds(1)
            state.withLock { $0.happened[place].until = end }
            try await self.end(interruption.what)
        } catch is CancellationError {
            // The run is over before.
        }
    }

    private func begin(_ what: Interruption.What) async throws {
        switch what {
        case .kill:
            state.withLock { state in
                state.deaths += 1
                state.engine?.kill()
                state.engine = nil
            }
        case .suspend:
            state.withLock { state in
                state.suspensions += 1
                state.engine?.tell(.suspend)
            }
        case .networkDown:
            state.withLock { $0.cuts += 1 }
            try await link.hold(true)
            state.withLock { $0.engine?.tell(.network(.unavailable)) }
        case .profile(let name):
            guard let profile = scenario.profiles[name] else {
                preconditionFailure("who prepares the run finds the profiles")
            }
            try await link.change(to: profile)
        case .clock(let jump):
            origin.change { $0.turnClock(by: jump) }
            state.withLock { state in
                state.clockAhead += jump
                state.engine?.tell(.clock(by: jump))
            }
        case .tokenExpires: origin.change { $0.expireToken() }
        case .diskFull:
            try state.withLock { state in
                state.fullDisks += 1
                try disk?.fill()
            }
        }
    }

    private func end(_ what: Interruption.What) async throws {
        switch what {
        case .kill:
            state.withLock { state in
                state.deaths -= 1
                guard state.deaths == 0 else { return }
                for revival in state.revivals { revival.finish() }
                state.revivals = []
            }
        case .suspend:
            state.withLock { state in
                state.suspensions -= 1
                if state.suspensions == 0 { state.engine?.tell(.resume) }
            }
        case .networkDown:
            let rest = state.withLock { state in
                state.cuts -= 1
                return state.cuts
            }
            guard rest == 0 else { return }
            try await link.hold(false)
            state.withLock { $0.engine?.tell(.network(.unmetered)) }
        case .diskFull:
            try state.withLock { state in
                state.fullDisks -= 1
                if state.fullDisks == 0 { try disk?.free() }
            }
        case .profile, .clock, .tokenExpires: break
        }
    }
}

extension RunInterruptions.State {
    fileprivate func isReached(_ moment: Interruption.Moment) -> Bool {
        switch moment {
        case .at: false
        case .segments(let count): segments >= count
        case .requests(let count): requests >= count
        }
    }
}
