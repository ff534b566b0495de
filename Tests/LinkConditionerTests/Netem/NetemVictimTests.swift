import Glibc
import LinkModel
import Testing

@testable import LinkConditioner

@Suite struct `A process in a namespace` {
    static let isVictim = getenv("HLSLAB_NETEM_VICTIM") != nil

    /// `ci/accept/netem` starts it 200 times, kills it at random moments and looks for traces.
    @Test(
        .enabled(if: isVictim, "has no end; ci/accept/netem kills it"),
        .enabled(if: TestNamespace.isAvailable))
    func `plays until it is killed`() throws {
        let slow = LinkDirection(rate: .bitsPerSecond(2_000_000))
        try TestNamespace.run {
            let link = try NetemLink(LinkProfile(id: "slow", name: "slow", down: slow, up: slow))
            try link.shape(port: 8080)
            let meter = try LinkMeter(port: 8080)
            while true {
                _ = try meter.rate(.down, expecting: 2_000_000, length: 1_000_000_000)
            }
        }
    }

    @Test func `enters before it has threads, or is refused`() {
        let failure = #expect(throws: NetemError.self) { try NetemNamespace.enter() }
        guard case .threadsRunning(let count) = failure else {
            Issue.record("it should say that threads run, not \(String(describing: failure))")
            return
        }
        #expect(count > 1)
    }
}
