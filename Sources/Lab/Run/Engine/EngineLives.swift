internal import Scenarios

/// The engine of a run, which is killed and started again as often as the scenario has it, and goes
/// on anew when the app has another token.
///
/// Only a scenario that kills has a process for it: the engine of any other is in this one.
struct EngineLives: Sendable {
    let scenario: Scenario
    let job: EngineJob
    let outside: RunInterruptions
    let recorder: RunRecorder

    /// Gets an engine ready, as soon as there may be one.
    /// - Returns: nil: the run was called off before.
    func begin() async throws -> (any RunEngine)? {
        while true {
            await outside.revival()
            guard !Task.isCancelled else { return nil }
            let engine = engine()
            do {
                try await engine.prepare()
            } catch {
                await engine.leave()
                throw error
            }
            if outside.attach(engine) { return engine }
            // A kill came while it got ready.
            engine.kill()
            await engine.leave()
        }
    }

    /// Lets it live, and those after it.
    /// - Returns: nil: the run was called off while there was none.
    func run(_ first: any RunEngine) async throws -> EngineEnd? {
        var engine = first
        while true {
            guard let end = try await live(engine) else {
                guard let next = try await begin() else { return nil }
                engine = next
                continue
            }
            await engine.leave()
            return end
        }
    }

    /// One life, with as many tokens as it needs.
    /// - Returns: nil: it was killed.
    private func live(_ engine: any RunEngine) async throws -> EngineEnd? {
        do {
            while true {
                let end = try await engine.run(sending: outside.headers)
                recorder.close(end)
                guard let end, outside.renewsToken(after: end.outcome) else { return end }
                // Killed just now: then its next run says so.
                _ = outside.attach(engine)
            }
        } catch {
            await engine.leave()
            throw error
        }
    }

    private func engine() -> any RunEngine {
        var job = job
        job.clockAhead = outside.clockAhead
        let recorder = recorder
        return scenario.killsEngine
            ? EngineProcess(job) { recorder.take($0) }
            : LocalEngine(job, of: scenario) { recorder.take($0) }
    }
}
