internal import Glibc

extension NetemNamespace {
    /// Runs `body` in a network namespace of its own, on a thread of its own, and returns what it
    /// returns. Both are gone afterwards. Needs root, or a process that entered a namespace before.
    ///
    /// For work that stays on one thread, such as a measurement.
    package static func withOwnThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        let work = ThreadWork {
            try enterOnThisThread()
            return try body()
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(ThreadStart(work.run)).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        guard code == 0 else { throw NetemError.noNamespace(code: code) }
        pthread_join(thread, nil)
        guard let result = work.result else { preconditionFailure("the thread ran to its end") }
        return try result.get()
    }
}

/// A body and what came of it. Guarded by the thread's end: written before it, read after it.
private final class ThreadWork<Result> {
    private let body: () throws -> Result
    private(set) var result: Swift.Result<Result, any Error>?

    init(_ body: @escaping () throws -> Result) { self.body = body }

    func run() { result = Swift.Result { try body() } }
}

private final class ThreadStart {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
}
