import Testing

@testable import LinkConditioner

@Suite struct `A network namespace` {
    @Test func `is entered before there are threads, or not at all`() {
        let failure = #expect(throws: NetemError.self) { try NetemNamespace.enter() }
        guard case .threadsRunning(let count) = failure else {
            Issue.record("it should say that threads run, not \(String(describing: failure))")
            return
        }
        #expect(count > 1)
    }
}
