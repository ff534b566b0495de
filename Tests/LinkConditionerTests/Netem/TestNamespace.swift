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

    private final class Work: @unchecked Sendable {
        // Guarded by the thread's end: written before it, read after it.
        let body: () throws -> Void
        var failure: (any Error)?

        init(_ body: @escaping () throws -> Void) { self.body = body }
    }

    /// Runs `body` to its end and throws what it throws.
    static func run(_ body: @escaping () throws -> Void) throws {
        let work = Work(body)
        var thread = pthread_t()
        let context = Unmanaged.passRetained(work).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                do {
                    try NetemNamespace.enterOnThisThread()
                    try work.body()
                } catch {
                    work.failure = error
                }
                return nil
            }, context)
        precondition(code == 0, "a thread can be had")
        pthread_join(thread, nil)
        if let failure = work.failure { throw failure }
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
