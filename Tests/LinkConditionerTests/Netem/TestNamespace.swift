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

    /// Runs `body` to its end. Expectations belong behind it: on another thread they would not count
    /// for the test.
    static func run<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) throws -> Result {
        try NetemNamespace.withOwnThread(body)
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
