internal import LinkConditioner
internal import LinkModel
internal import Scenarios

/// The link of a run, played by the kernel in this process's own network.
struct KernelRunLink: RunLink {
    private let link: NetemLink
    private let profile: LinkProfile
    private let start: ContinuousClock.Instant
    let port: Int

    /// - Parameters:
    ///   - link: just made.
    ///   - port: where the origin listens.
    init(_ link: NetemLink, of profile: LinkProfile, port: Int) throws(NetemError) {
        self.link = link
        self.profile = profile
        self.port = port
        start = .now
        // Ports of sockets are 16 bits wide.
        try link.shape(port: UInt16(clamping: port))
    }

    func traffic() throws -> RunTraffic {
        let counted = try link.statistics()
        return RunTraffic(down: Self.payload(counted.down), up: Self.payload(counted.up))
    }

    func change(to profile: LinkProfile) async throws {
        precondition(profile.isConstant, "who prepares the run refuses a timeline")
        try link.change(down: profile.down, up: profile.up)
    }

    func hold(_ isHeld: Bool) async throws { try link.hold(isHeld) }

    /// What the kernel counts are frames.
    private static func payload(_ counted: NetemStatistics.Direction) -> Int {
        max(0, counted.sentBytes - Framing.headers * counted.sentPackets)
    }

    func record() throws -> LinkRecord {
        let counted = try link.statistics()
        let elapsed = start.duration(to: .now)
        return LinkRecord(
            profile: profile, via: .netem, elapsed: elapsed,
            comparison: RunComparison(
                down: .init(counted.down), up: .init(counted.up), of: profile, elapsed: elapsed),
            kernel: .init(
                facts: try link.facts(), statistics: counted,
                changes: link.changes.map(LinkRecord.Kernel.Change.init)))
    }

    func during<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let result = try await played(body)
        // Another run may follow in this process.
        try link.remove()
        return result
    }

    private func played<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await link.play(from: start, clock: .continuous)
                return nil
            }
            group.addTask { try await body() }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
