import Glibc
import Testing

@testable import LinkConditioner

/// Runs tests in a network namespace of their own, on a thread that nobody else gets.
enum TestNamespace {
    /// What stands in the way of a namespace here; nil when nothing does.
    static let obstacle: String? = {
        let failure = KernelTrial.run(inUserNamespace: false).failure
        return failure == 0 ? nil : "no network namespace: \(String(cString: strerror(failure)))"
    }()

    static let isAvailable = obstacle == nil
    static let hasNetem = KernelTrial.run(inUserNamespace: false).has(.netem)

    private final class Work<Result>: @unchecked Sendable {
        // Guarded by the thread's end: written before it, read after it.
        let body: () throws -> Result
        var result: Swift.Result<Result, any Error>?

        init(_ body: @escaping () throws -> Result) { self.body = body }

        func run() {
            result = Swift.Result {
                try NetemNamespace.enterOnThisThread()
                return try body()
            }
        }
    }

    /// Runs `body` to its end. Expectations belong behind it: on another thread they would not count
    /// for the test.
    static func run<Result>(_ body: @escaping () throws -> Result) throws -> Result {
        let work = Work(body)
        var thread = pthread_t()
        let erased: () -> Void = { work.run() }
        let context = Unmanaged.passRetained(Closure(erased)).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Closure>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
        precondition(code == 0, "a thread can be had")
        pthread_join(thread, nil)
        return try #require(work.result).get()
    }

    private final class Closure {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that set up networks: as root, or in ci/netem-vm.
    static var inNamespace: Self {
        .enabled(if: TestNamespace.isAvailable, "\(TestNamespace.obstacle ?? "")")
    }

    /// For tests of netem itself: on a kernel that has it, or in ci/netem-vm.
    static var withNetem: Self {
        .enabled(
            if: TestNamespace.isAvailable && TestNamespace.hasNetem,
            "this kernel has no sch_netem; ci/netem-vm has it")
    }
}
