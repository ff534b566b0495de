import Glibc
import LinkModel
import Testing

@testable import LinkConditioner

/// The three ways of making a link, as one suite sees them: play a plan over a profile, tell the
/// times.
enum ContractLink: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case simulate, throttle, netem

    /// Those that this machine has. HLSLAB_CONTRACT_LINKS may name fewer: in user-mode-linux, with
    /// one slow processor, a link in this process is as late as the guest.
    static let here = allCases.filter { link in
        guard link != .netem || (TestNamespace.isAvailable && TestNamespace.hasNetem) else {
            return false
        }
        guard let wanted = getenv("HLSLAB_CONTRACT_LINKS").map({ String(cString: $0) }) else {
            return true
        }
        return wanted.split(separator: ",").contains { $0 == link.rawValue }
    }

    var testDescription: String { rawValue }

    /// - Returns: of every connection; nil in place of one that broke. And how many seconds the machine
    ///   was away meanwhile.
    func times(
        of plan: TransferPlan, over profile: LinkProfile, seed: UInt64 = 1
    ) async throws -> ([ContractTimes?], away: Double) {
        guard self != .simulate else {
            let times = try TransferRun.times(of: plan, over: profile, seed: seed)
            let all =
                times?.map(ContractTimes.init) ?? Array(repeating: nil, count: plan.parallel)
            return (all, 0)
        }
        return try await MachineWatch.undisturbed(within: 0.020, punctual: 0.005) {
            try await measuredTimes(of: plan, over: profile, seed: seed)
        }
    }

    private func measuredTimes(
        of plan: TransferPlan, over profile: LinkProfile, seed: UInt64
    ) async throws -> [ContractTimes?] {
        switch self {
        case .simulate: preconditionFailure("virtual time is not measured")
        case .throttle:
            let sockets = try SocketTransfers(plan)
            let relay = try await Relay.start(
                profile, toHost: "127.0.0.1", port: sockets.port, seed: seed)
            let times = try await blocking { sockets.play(connectingTo: relay.port) }
            await relay.shutdown()
            return times
        case .netem:
            return try await blocking {
                try TestNamespace.run {
                    let link = try NetemLink(profile)
                    let sockets = try SocketTransfers(plan)
                    try link.shape(port: UInt16(sockets.port))
                    return try Self.changing(link) {
                        sockets.play(connectingTo: sockets.port)
                    }
                }
            }
        }
    }

    /// Lets the link change as its profile says while `body` runs on another thread.
    private static func changing<Result: Sendable>(
        _ link: NetemLink, while body: @escaping @Sendable () -> Result
    ) throws -> Result {
        let start = ContinuousClock.now
        let work = TestThread(body)
        var elapsed = Duration.zero
        while let due = link.nextChange(after: elapsed), !work.isOver {
            // Looks a few times a second whether there is still anybody to change it for.
            let wait = min(due - start.duration(to: .now), .milliseconds(100))
            if wait > .zero { usleep(UInt32(wait / .microseconds(1))) }
            guard start.duration(to: .now) >= due else { continue }
            try link.apply(at: due)
            elapsed = due
        }
        return work.join()
    }
}

/// How long one connection of a plan took.
struct ContractTimes: Sendable {
    struct Object: Sendable {
        /// From the request, in seconds.
        var firstByte: Double
        var lastByte: Double
    }

    /// From the first packet to the first byte of the first object.
    var answered: Double
    var objects: [Object]
    /// From the first packet to the last byte of all.
    var total: Double
}

extension ContractTimes {
    /// - Precondition: the plan has no gaps.
    init(_ times: TransferTimes) {
        answered = times.connect.seconds + times.objects[0].firstByte.seconds
        objects = times.objects.map {
            Object(firstByte: $0.firstByte.seconds, lastByte: $0.lastByte.seconds)
        }
        total = times.connect.seconds + objects.reduce(0) { $0 + $1.lastByte }
    }
}
