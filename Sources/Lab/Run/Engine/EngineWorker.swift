internal import Foundation

/// The process of an engine that can be killed: takes ``EngineOrder``s from standard input, writes
/// ``EngineMessage``s to standard output, and ends when nobody gives it orders any more.
package enum EngineWorker {
    /// Works until standard input ends; the process then ends with whatever is under way, since
    /// nobody would hear of it.
    package static func run() async {
        let output = PipeLines(.standardOutput)
        let (orders, order) = AsyncStream<EngineOrder>.makeStream()
        PipeLines(.standardInput).read { line in
            do {
                order.yield(try PipeLines.message(EngineOrder.self, in: line))
            } catch {
                output.send(EngineMessage.failed("an order that nobody understands: \(error)"))
            }
        } onEnd: {
            _exit(0)
        }
        let send: @Sendable (EngineMessage) -> Void = { message in
            // Who gave the orders is gone.
            if !output.send(message) { _exit(0) }
        }
        await withDiscardingTaskGroup { group in
            var engine: LocalEngine?
            for await order in orders {
                switch order {
                case .prepare(let job):
                    engine = await answering(send) {
                        let engine = LocalEngine(job, of: try RunRecipe(of: job.run).scenario) {
                            send(.report($0))
                        }
                        try await engine.prepare()
                        send(.isReady)
                        return engine
                    }
                case .run(let headers):
                    guard let engine else { continue }
                    group.addTask {
                        await answering(send) {
                            if let end = try await engine.run(sending: headers) {
                                send(.ended(end))
                            }
                        }
                    }
                case .wish(let wish): engine?.tell(wish)
                }
            }
        }
    }

    /// Tells what went wrong, if something does.
    @discardableResult
    private static func answering<Result: Sendable>(
        _ send: (EngineMessage) -> Void, _ body: () async throws -> Result
    ) async -> Result? {
        do {
            return try await body()
        } catch {
            send(.failed("\(error)"))
            return nil
        }
    }
}
