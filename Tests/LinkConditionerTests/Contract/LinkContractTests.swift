import LinkModel
import Testing

@testable import LinkConditioner

/// What holds of a link however it is made. What is expected is arithmetic of the profile, never
/// another link's answer.
@Suite(.serialized) struct `A link, however it is made,` {
    /// Real clocks and machines are late by some milliseconds.
    private static let late = 0.025

    private static func profile(
        down: LinkDirection, up: LinkDirection? = nil, outages: [LinkOutage] = [],
        steps: [LinkStep] = []
    ) -> LinkProfile {
        LinkProfile(
            id: "contract", name: "contract", down: down, up: up ?? down, outages: outages,
            steps: steps)
    }

    private static func direction(
        _ kilobits: Int, _ milliseconds: Int = 0, queue: Int = 100
    ) -> LinkDirection {
        LinkDirection(
            rate: kilobits == 0 ? .unlimited : .bitsPerSecond(kilobits * 1000),
            delay: .milliseconds(milliseconds), queuePackets: queue)
    }

    /// Seconds that a link of a rate is busy with so many bytes of payload in full segments.
    private static func wire(_ bytes: Int, at kilobits: Int) -> Double {
        Double(bytes) * 8 * 1514 / 1448 / Double(kilobits * 1000)
    }

    private static func transfers(
        _ plan: TransferPlan, over profile: LinkProfile, by link: ContractLink
    ) async throws -> (times: [ContractTimes], away: Double) {
        let (times, away) = try await link.times(of: plan, over: profile)
        return (try times.map { try #require($0, "a connection broke") }, away)
    }

    /// Seconds lie in a range, whose end the time that the machine was away puts off.
    private static func expect(
        _ seconds: Double, in range: ClosedRange<Double>, away: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(
            (range.lowerBound...range.upperBound + away).contains(seconds),
            sourceLocation: sourceLocation)
    }

    @Test(.withNetem) func `is made by the kernel too`() {
        #expect(ContractLink.here.contains(.netem))
    }

    @Test(arguments: ContractLink.here)
    func `takes a round trip to connect and another to answer`(link: ContractLink) async throws {
        let profile = Self.profile(down: Self.direction(0, 60), up: Self.direction(0, 20))
        // The first link of a process starts threads and loads code besides.
        _ = try await Self.transfers(TransferPlan(objects: [1]), over: profile, by: link)
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [1, 1, 1]), over: profile, by: link)
        // A relay takes a client in at once and lets it wait for its first answer instead.
        let answered = times[0].answered
        Self.expect(answered, in: 0.160...0.160 + Self.late, away: away)
        for object in times[0].objects.dropFirst() {
            Self.expect(object.firstByte, in: 0.080...0.080 + Self.late, away: away)
        }
    }

    @Test(arguments: ContractLink.here, [400, 2_000, 20_000])
    func `carries its rate less the headers`(link: ContractLink, kilobits: Int) async throws {
        let bytes = kilobits * 250
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [bytes, bytes]),
            over: Self.profile(down: Self.direction(kilobits, 5)), by: link)
        // The second one: the connection's window is open by then.
        let time = times[0].objects[1].lastByte - times[0].objects[1].firstByte
        let wire = Self.wire(bytes - 1448, at: kilobits)
        Self.expect(time, in: 0.97 * wire...1.04 * wire, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `is shared by all connections`(link: ContractLink) async throws {
        let (times, away) = try await Self.transfers(
            TransferPlan(parallel: 6, objects: [100_000]),
            // Room for all of it, so that nobody loses a packet and waits for a time-out.
            over: Self.profile(down: Self.direction(2_400, 10, queue: 500)), by: link)
        let wire = Self.wire(600_000, at: 2_400)
        let last = try #require(times.map(\.total).max())
        Self.expect(last, in: 0.99 * wire...1.08 * wire, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `has a rate of its own for the way up`(link: ContractLink) async throws {
        let profile = Self.profile(down: Self.direction(20_000), up: Self.direction(800))
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [1000], requestBytes: 150_000), over: profile, by: link)
        let wire = Self.wire(150_000, at: 800)
        Self.expect(
            times[0].objects[0].firstByte, in: 0.97 * wire...1.06 * wire, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `goes over to another rate when its step comes`(link: ContractLink) async throws {
        let up = Self.direction(0, 5)
        let profile = Self.profile(
            down: Self.direction(2_000, 5), up: up,
            steps: [
                LinkStep(length: .seconds(1), down: Self.direction(2_000, 5), up: up),
                LinkStep(length: .seconds(60), down: Self.direction(500, 5), up: up),
            ])
        let bytes = 350_000
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [bytes]), over: profile, by: link)
        // One second at 2 Mbit/s, the rest at a quarter of that.
        let early = 1 / Self.wire(1, at: 2_000)
        let expected = 1 + Self.wire(bytes - Int(early), at: 500)
        Self.expect(times[0].total, in: 0.95 * expected...1.08 * expected, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `delivers after an outage what it held back`(link: ContractLink) async throws {
        let outage = LinkOutage(start: .milliseconds(300), length: .seconds(1), effect: .hold)
        let profile = Self.profile(down: Self.direction(2_000, 5), outages: [outage])
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [200_000]), over: profile, by: link)
        let expected = 1 + Self.wire(200_000, at: 2_000)
        // What a sender that waited in vain sends once more takes its time too.
        Self.expect(times[0].total, in: 0.98 * expected...1.25 * expected, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `loses packets, and no byte of a connection`(link: ContractLink) async throws {
        var lossy = Self.direction(0, 10, queue: 1000)
        lossy.loss = .independent(Probability(partsPerBillion: 50_000_000), correlation: .never)
        let (times, _) = try await Self.transfers(
            TransferPlan(objects: [300_000]), over: Self.profile(down: lossy), by: link)
        // Without loss it takes five round trips, with it some recoveries more.
        #expect(times[0].total > 0.14, "\(times[0].total)")
    }

    @Test(arguments: ContractLink.here)
    func `drops what finds its queue full, and no byte of a connection`(
        link: ContractLink
    ) async throws {
        let bytes = 400_000
        let (times, away) = try await Self.transfers(
            TransferPlan(objects: [bytes]),
            over: Self.profile(down: Self.direction(2_000, 20, queue: 8)), by: link)
        let wire = Self.wire(bytes, at: 2_000)
        Self.expect(times[0].total, in: wire...1.7 * wire, away: away)
    }

    @Test(arguments: ContractLink.here)
    func `delivers copies and strays once and in order`(link: ContractLink) async throws {
        var messy = Self.direction(0, 20, queue: 1000)
        messy.jitter = LinkJitter(amount: .milliseconds(10))
        messy.duplicate = LinkChance(Probability(partsPerBillion: 100_000_000))
        let (times, _) = try await Self.transfers(
            TransferPlan(objects: [200_000, 200_000]), over: Self.profile(down: messy), by: link)
        #expect(times[0].objects.count == 2)
    }

    @Test(arguments: ContractLink.here)
    func `delays each way by what that way says`(link: ContractLink) async throws {
        let profile = Self.profile(down: Self.direction(0, 5), up: Self.direction(0, 90))
        let (times, away) = try await Self.transfers(
            TransferPlan(parallel: 3, objects: [100]), over: profile, by: link)
        for time in times {
            Self.expect(time.answered, in: 0.190...0.190 + Self.late, away: away)
        }
    }
}
