import Glibc
import Synchronization

/// A thread that begins at once, in the network namespace of the one that starts it.
struct TestThread<Result: Sendable>: Sendable {
    private let work: Work
    private let thread: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Result
        let result = Mutex<Result?>(nil)

        init(_ body: @escaping @Sendable () -> Result) { self.body = body }
    }

    init(_ body: @escaping @Sendable () -> Result) {
        let work = Work(body)
        let start = ThreadBody {
            let value = work.body()
            work.result.withLock { $0 = value }
        }
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                Unmanaged<ThreadBody>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(start).toOpaque())
        precondition(code == 0, "a test can have a thread")
        self.work = work
        self.thread = thread
    }

    var isOver: Bool { work.result.withLock { $0 != nil } }

    /// To be called once.
    func join() -> Result {
        pthread_join(thread, nil)
        return work.result.withLock { $0! }
    }
}

private final class ThreadBody {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
