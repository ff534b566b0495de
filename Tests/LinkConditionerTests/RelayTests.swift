import Glibc
import LinkConditioner
import LinkModel
import Synchronization
import Testing

/// Real sockets and real time: one test at a time, with the tolerance in each test.
@Suite("A relay", .serialized) struct RelayTests {
    /// How long `work` takes over a relay in front of a test server.
    func time(
        _ profile: LinkProfile, _ work: @escaping @Sendable (_ port: Int) throws -> Void
    ) async throws -> Duration {
        var took = Duration.zero
        try await TestServer.run { server async throws in
            took = try await Relay.run(profile, toHost: "127.0.0.1", port: server.port) {
                relay async throws in
                let port = relay.port
                return try await blocking { () throws in
                    try ContinuousClock().measure { try work(port) }
                }
            }
        }
        return took
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

    /// Set-up and request take two round trips, a further request one; each +10 ms at most.
    @Test func `delays a request by its round trips`() async throws {
        let profile = LinkProfile.symmetric(delay: .milliseconds(50))
        _ = try await time(profile) { port throws in
            let clock = ContinuousClock()
            var start = clock.now
            let socket = try TestSocket(connectingTo: port)
            defer { socket.close() }
            #expect(clock.now - start < .milliseconds(10))
            try socket.order(.echo)
            try socket.send([1])
            #expect(try socket.receive() == [1])
            let first = clock.now - start
            report("set-up and request over 100 ms", first.seconds, 0.2)
            #expect(first >= .milliseconds(200) && first <= .milliseconds(210))
            start = clock.now
            let second = try TestSocket(connectingTo: port)
            defer { second.close() }
            try second.order(.echo)
            try second.send([1])
            #expect(try second.receive() == [1])
            report("second set-up and request over 100 ms", (clock.now - start).seconds, 0.2)
            for _ in 0..<5 {
                start = clock.now
                try socket.send([2])
                #expect(try socket.receive() == [2])
                let next = clock.now - start
                report("request over 100 ms", next.seconds, 0.1)
                #expect(next >= .milliseconds(100) && next <= .milliseconds(110))
            }
        }
    }

    @Test func `passes on a half-close and what the other side still sends`() async throws {
        _ = try await time(.symmetric(delay: .milliseconds(5))) { port throws in
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
        _ = try await time(profile) { port throws in
            let socket = try TestSocket(connectingTo: port)
            defer { socket.close() }
            try socket.order(.blobThenFinish(300_000))
            #expect(try socket.drain() == 300_000)
        }
    }

    /// Of no more bytes than the relay's socket takes: what the server's own kernel has not sent by
    /// then is lost with the RST, over any link.
    @Test(arguments: [1, 100_000, 200_000])
    func `passes on the server's RST behind its data`(bytes: Int) async throws {
        let profile = LinkProfile.symmetric(.bitsPerSecond(20_000_000), delay: .milliseconds(5))
        _ = try await time(profile) { port throws in
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

    /// The RST comes after one round trip, +10 ms at most.
    @Test func `shows a refused connection as an RST after the round trip`() async throws {
        var freePort = 0
        try await TestServer.run { freePort = $0.port }
        let profile = LinkProfile.symmetric(delay: .milliseconds(40))
        try await Relay.run(profile, toHost: "127.0.0.1", port: freePort) { relay async throws in
            let port = relay.port
            try await blocking { () throws in
                let clock = ContinuousClock()
                let start = clock.now
                let socket = try TestSocket(connectingTo: port)
                defer { socket.close() }
                #expect(throws: TestSocket.Failure(code: ECONNRESET)) { try socket.receive() }
                let took = clock.now - start
                #expect(took >= .milliseconds(80) && took <= .milliseconds(90))
            }
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
