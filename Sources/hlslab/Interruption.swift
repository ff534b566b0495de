import Dispatch
import Foundation

/// Turns Ctrl-C into the cancellation of a task, so that what has arrived is kept. A second one
/// ends the process at once; that loses no more than a kill does.
enum Interruption {
    /// Runs `body` and cancels it on SIGINT or SIGTERM.
    static func watch<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                continuation.yield()
                signal(number, SIG_DFL)
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            while let result = try await group.next() {
                group.cancelAll()
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Runs `body` with a stream that has an element for each SIGHUP meanwhile.
    static func withHangUps<Value>(
        _ body: (AsyncStream<Void>) async throws -> Value
    ) async rethrows -> Value {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        signal(SIGHUP, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.resume()
        defer { source.cancel() }
        return try await body(signals)
    }
}
