import Glibc
import LinkConditioner
import LinkModel
import Synchronization
import Testing

/// Real sockets and real time: one test at a time, with the tolerance in each test.
@Suite("A relay", .serialized) struct RelayTests {
    /// What `work` gives over a relay in front of a test server.
    func over<Result: Sendable>(
        _ profile: LinkProfile, _ work: @escaping @Sendable (_ port: Int) throws -> Result
    ) async throws -> Result {
        try await TestServer.run { server async throws in
            try await Relay.run(profile, toHost: "127.0.0.1", port: server.port) {
                relay async throws in
                let port = relay.port
                return try await blocking { () throws in try work(port) }
            }
        }
    }

    /// How long `work` takes over a relay in front of a test server, and how long the machine was away
    /// in that time.
    func time(
        _ profile: LinkProfile, _ work: @escaping @Sendable (_ port: Int) throws -> Void
    ) async throws -> (seconds: Double, away: Double) {
        let (took, away) = try await MachineWatch.undisturbed(within: 0.010) {
            try await over(profile) { port throws in
                try ContinuousClock().measure { try work(port) }
            }
        }
        return (took.seconds, away)
    }

    /// None of the times is below `least`, and their median at most 10 ms above it, and what the
    /// machine was away: what a relay adds it adds to all, what a busy machine adds to some. `Benchmarks/relay` looks at the 99th
    /// percentile, on a machine at rest.
    func expect(
        _ times: [Duration], toTake least: Duration, away: Double, _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let median = times.sorted()[times.count / 2]
        report(what, median.seconds, least.seconds)
        #expect(times.allSatisfy { $0 >= least }, "\(times)", sourceLocation: sourceLocation)
        #expect(
            median <= least + .milliseconds(10) + .seconds(away), "\(times)",
            sourceLocation: sourceLocation)
    }

    /// Seconds that the model itself, in virtual time, takes to connect and to fetch a blob.
    func modelled(_ profile: LinkProfile, bytes: Int) throws -> Double {
        let plan = TransferPlan(objects: [bytes], requestBytes: 20, spread: .zero)
        let times = try #require(try TransferRun.times(of: plan, over: profile, seed: 1))[0]
        return (times.connect + times.objects[0].lastByte).seconds
    }

    /// Prints a measurement beside what it should be.
    func report(_ what: String, _ measured: Double, _ expected: Double) {
        let error = (measured / expected - 1) * 100
        print("measured: \(what): \(measured), expected \(expected), error \(error) %")
    }

    /// Set-up and request take two round trips, a further request one; the relay itself accepts at
    /// once.
    @Test func `delays a request by its round trips`() async throws {
        let profile = LinkProfile.symmetric(delay: .milliseconds(50))
        let (times, away) = try await MachineWatch.undisturbed(within: 0.010) {
            try await over(profile) { port throws in
                let clock = ContinuousClock()
                var accepted: [Duration] = []
                var first: [Duration] = []
                var next: [Duration] = []
                for _ in 0..<7 {
                    let start = clock.now
                    let socket = try TestSocket(connectingTo: port)
                    defer { socket.close() }
                    accepted.append(clock.now - start)
                    try socket.order(.echo)
                    try socket.send([1])
                    #expect(try socket.receive() == [1])
                    first.append(clock.now - start)
                    try next.append(
                        clock.measure {
                            try socket.send([2])
                            #expect(try socket.receive() == [2])
                        })
                }
                return (accepted: accepted, first: first, next: next)
            }
        }
        expect(times.accepted, toTake: .zero, away: away, "connecting to the relay")
        expect(
            times.first, toTake: .milliseconds(200), away: away, "set-up and request over 100 ms")
        expect(times.next, toTake: .milliseconds(100), away: away, "request over 100 ms")
    }

    @Test func `passes on a half-close and what the other side still sends`() async throws {
        try await over(.symmetric(delay: .milliseconds(5))) { port throws in
            let socket = try TestSocket(connectingTo: port)
            defer { socket.close() }
            try socket.order(.sink)
            try socket.send([UInt8](repeating: 1, count: 300_000))
            socket.shutWriting()
            #expect(try socket.receive() == Order.digits(300_000, width: 10))
            #expect(try socket.receive().isEmpty)
        }
    }

    @Test func `passes on the server's FIN behind its data`() async throws {
        let profile = LinkProfile.symmetric(.bitsPerSecond(20_000_000), delay: .milliseconds(5))
        try await over(profile) { port throws in
            let socket = try TestSocket(connectingTo: port)
            defer { socket.close() }
            try socket.order(.blobThenFinish(300_000))
            #expect(try socket.drain() == 300_000)
        }
    }

    /// Of no more bytes than the relay's socket takes while nobody reads it, 64 KiB: what the server's
    /// own kernel has not sent by then is lost with the RST, over any link.
    @Test(arguments: [1, 30_000, 60_000])
    func `passes on the server's RST behind its data`(bytes: Int) async throws {
        let profile = LinkProfile.symmetric(.bitsPerSecond(20_000_000), delay: .milliseconds(5))
        try await over(profile) { port throws in
            let socket = try TestSocket(connectingTo: port)
            defer { socket.close() }
            try socket.order(.blobThenReset(bytes))
            #expect(try socket.drain(bytes) == bytes)
            #expect(throws: TestSocket.Failure(code: ECONNRESET)) { try socket.receive() }
        }
    }

    @Test func `passes on the client's RST`() async throws {
        try await TestServer.run { server async throws in
            let profile = LinkProfile.symmetric(delay: .milliseconds(5))
            try await Relay.run(profile, toHost: "127.0.0.1", port: server.port) {
                relay async throws in
                let port = relay.port
                try await blocking { () throws in
                    let socket = try TestSocket(connectingTo: port)
                    try socket.order(.echo)
                    try socket.send([1])
                    #expect(try socket.receive() == [1])
                    socket.reset()
                }
                var endings = server.endings.makeAsyncIterator()
                #expect(await endings.next() == ECONNRESET)
                #expect(await relay.statistics().openConnections == 0)
            }
        }
    }

    /// The RST comes after one round trip.
    @Test func `shows a refused connection as an RST after the round trip`() async throws {
        var freePort = 0
        try await TestServer.run { freePort = $0.port }
        let profile = LinkProfile.symmetric(delay: .milliseconds(40))
        try await Relay.run(profile, toHost: "127.0.0.1", port: freePort) { relay async throws in
            let port = relay.port
            let (times, away) = try await MachineWatch.undisturbed(within: 0.010) {
                try await blocking { () throws in
                    try (0..<7).map { _ in
                        try ContinuousClock().measure {
                            let socket = try TestSocket(connectingTo: port)
                            defer { socket.close() }
                            #expect(throws: TestSocket.Failure(code: ECONNRESET)) {
                                try socket.receive()
                            }
                        }
                    }
                }
            }
            expect(times, toTake: .milliseconds(80), away: away, "a refused connection over 80 ms")
        }
    }

    /// Of 64 MB at most 16 leave the server while the client reads one: what the relay holds, and
    /// the kernel's buffers on both sides.
    @Test func `lets a slow reader push back to the server`() async throws {
        let total = 64_000_000
        try await TestServer.run { server async throws in
            let profile = LinkProfile.symmetric(delay: .milliseconds(10))
            try await Relay.run(profile, toHost: "127.0.0.1", port: server.port) {
                relay async throws in
                let port = relay.port
                let slow = try await blocking { () throws in
                    let slow = try TestSocket(connectingTo: port)
                    try slow.order(.blob(total))
                    #expect(try slow.drain(1_000_000) == 1_000_000)
                    // Twenty round trips of another connection: 400 ms for bytes to run ahead.
                    let other = try TestSocket(connectingTo: port)
                    defer { other.close() }
                    try other.order(.echo)
                    for _ in 0..<20 {
                        try other.send([1])
                        #expect(try other.receive() == [1])
                    }
                    return slow
                }
                let ahead = server.sentBytes.withLock { $0 }
                report("bytes ahead of a slow reader", Double(ahead), 1_000_000)
                #expect(ahead < 16_000_000)
                try await blocking { () throws in
                    #expect(try slow.drain(total - 1_000_000) == total - 1_000_000)
                    slow.close()
                }
            }
        }
    }

    @Test func `carries 200 connections at once`() async throws {
        let profile = LinkProfile.symmetric(.bitsPerSecond(50_000_000), delay: .milliseconds(10))
        try await TestServer.run { server async throws in
            let relay = try await Relay.start(profile, toHost: "127.0.0.1", port: server.port)
            let port = relay.port
            try await blocking { () throws in
                let sockets = try (0..<200).map { _ in try TestSocket(connectingTo: port) }
                for socket in sockets { try socket.order(.blobThenFinish(10_000)) }
                for socket in sockets { #expect(try socket.drain() == 10_000) }
                sockets.forEach { $0.close() }
            }
            let statistics = await relay.shutdown()
            #expect(statistics.openedConnections == 200)
            #expect(statistics.down.counters.arrivedPayloadBytes == 2_000_000)
        }
    }

    @Test func `ends its connections when it is shut down`() async throws {
        try await TestServer.run { server async throws in
            let relay = try await Relay.start(
                .symmetric(), toHost: "127.0.0.1", port: server.port)
            let port = relay.port
            let socket = try await blocking { () throws in
                let socket = try TestSocket(connectingTo: port)
                try socket.order(.echo)
                try socket.send([1])
                #expect(try socket.receive() == [1])
                return socket
            }
            await relay.shutdown()
            try await blocking { () throws in
                #expect(try socket.receive().isEmpty)
                socket.close()
                #expect(throws: TestSocket.Failure(code: ECONNREFUSED)) {
                    try TestSocket(connectingTo: port)
                }
            }
        }
    }

    @Test func `refuses a profile that its link cannot play`() async throws {
        var profile = LinkProfile.symmetric()
        profile.trace = LinkTraceReference(path: "a", format: .csv)
        await #expect(throws: UnsupportedLinkFeatures.self) {
            try await Relay.start(profile, toHost: "127.0.0.1", port: 9)
        }
    }

    @Test func `names a host that nobody knows and a port that is taken`() async throws {
        await #expect(throws: RelayError.unknownHost("no-such-host.invalid")) {
            try await Relay.start(.symmetric(), toHost: "no-such-host.invalid", port: 9)
        }
        try await TestServer.run { server async throws in
            let taken = server.port
            let error = await #expect(throws: RelayError.self) {
                try await Relay.start(
                    .symmetric(), toHost: "127.0.0.1", port: 9, listenOn: taken)
            }
            #expect(
                error?.description.hasPrefix("cannot listen on 127.0.0.1:\(taken): ") == true)
        }
    }
}
