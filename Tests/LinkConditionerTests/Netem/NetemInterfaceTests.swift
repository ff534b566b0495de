import Glibc
import LinkModel
import Testing

@testable import LinkConditioner

@Suite struct `An interface that is shaped` {
    static let profile = LinkProfile(
        id: "slow", name: "slow",
        down: LinkDirection(rate: .bitsPerSecond(2_000_000), queue: LinkQueue(.bytes(30_000))),
        up: LinkDirection(rate: .bitsPerSecond(1_000_000), queue: LinkQueue(.bytes(30_000))))

    /// What can be seen of a namespace's interfaces, but for counters.
    private struct Sight: Hashable {
        var interfaces: [NetworkInterface]
        var queues: [String]

        init(_ socket: NetlinkSocket) throws {
            interfaces = try socket.interfaces()
            queues = try interfaces.flatMap { interface in
                try socket.queues(of: interface).map {
                    "\(interface.name) \($0.handle) \($0.parent) \($0.kind) \($0.options)"
                }
            }
        }
    }

    /// Runs `body` in a namespace with an interface 'wan' and a folder for states.
    private func with<Result: Sendable>(
        _ body: @escaping @Sendable (NetlinkSocket, String) throws -> Result
    ) throws -> Result {
        var template = Array("/tmp/hlslab-state-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer {
            unlink("\(folder)/wan.state")
            rmdir(folder)
        }
        return try TestNamespace.run {
            let socket = try NetlinkSocket()
            try socket.addRedirector("wan")
            try socket.bringUp(socket.interface("wan"), segmentsPerPacket: 60)
            return try body(socket, folder)
        }
    }

    @Test(.inNamespace) func `has its queues, and is as before when cleared`() throws {
        let (kinds, isSame, isCleared, isClearedAgain) = try with { socket, folder in
            let before = try Sight(socket)
            let wan = try NetemInterface("wan", stateFolder: folder)
            try wan.apply(Self.profile)
            let report = try wan.show()
            let kinds = [report?.facts.up, report?.facts.down].map { $0?.map(\.kind) ?? [] }
            let isCleared = try wan.clear()
            let isSame = try Sight(socket) == before
            return (kinds, isSame, isCleared, try wan.clear())
        }
        #expect(kinds.map { $0.suffix(2) } == [["tbf", "bfifo"], ["tbf", "bfifo"]])
        #expect(isSame)
        #expect(isCleared)
        #expect(!isClearedAgain)
    }

    @Test(.inNamespace) func `is the same after the same call again`() throws {
        let (first, second) = try with { socket, folder in
            let wan = try NetemInterface("wan", stateFolder: folder)
            try wan.apply(Self.profile)
            let first = try wan.show()?.facts
            try wan.apply(Self.profile)
            return (first, try wan.show()?.facts)
        }
        #expect(first != nil)
        #expect(first?.up == second?.up)
        #expect(first?.down.map(\.settings) == second?.down.map(\.settings))
    }

    @Test(.inNamespace) func `gets back the queue that somebody had set up`() throws {
        let (refusal, isSame) = try with { socket, folder in
            let original = QueueTree.Node(
                handle: 0x70000, parent: QueueTree.root, queue: .packets(123))
            try socket.set(original, on: socket.interface("wan"))
            let before = try Sight(socket)
            let wan = try NetemInterface("wan", stateFolder: folder)
            var refusal: String?
            do { try wan.apply(Self.profile) } catch { refusal = "\(error)" }
            try wan.apply(Self.profile, force: true)
            try wan.clear()
            return (refusal, try Sight(socket) == before)
        }
        #expect(
            refusal
                == "cannot shape interface 'wan': it has a pfifo queue that is not the lab's; remove "
                + "that first, or add --force to have it replaced and put back as far as possible")
        #expect(isSame)
    }

    @Test(.inNamespace) func `is put back after a kill at any step`() throws {
        let results = try with { socket, folder in
            let before = try Sight(socket)
            let wan = try NetemInterface("wan", stateFolder: folder)
            // What is there after a kill is a beginning of what apply does, in its order.
            let interface = try socket.interface("wan")
            let state = InterfaceState(
                interface: interface, profile: "slow", redirector: "hls\(interface.index)",
                queue: nil)
            let device = state.redirector
            let bucket = TokenBucketQueue(bytesPerSecond: 125_000, burstBytes: 2_000, limit: 5)
            let steps: [() throws -> Void] = [
                { try socket.addRedirector(device) },
                { try socket.bringUp(socket.interface(device), mtu: 1500) },
                { try socket.setOffloads(of: interface, segmentsPerPacket: 1, mergedBytes: 1500) },
                {
                    try socket.set(
                        QueueTree.Node(
                            handle: 0x10000, parent: QueueTree.root, queue: .tokenBucket(bucket)),
                        on: interface)
                },
                { try socket.addArrivals(to: interface) },
                {
                    try socket.redirect(
                        .everything, arrivingAt: interface, to: socket.interface(device),
                        priority: 1)
                },
            ]
            return try (0...steps.count).map { count in
                try InterfaceStateFile(folder: folder, interface: "wan").write(state)
                for step in steps.prefix(count) { try step() }
                return try wan.clear() && Sight(socket) == before
            }
        }
        #expect(results == [Bool](repeating: true, count: 7))
    }

    @Test(.inNamespace) func `keeps what somebody set up since`() throws {
        let kind = try with { socket, folder in
            let wan = try NetemInterface("wan", stateFolder: folder)
            try wan.apply(Self.profile)
            let interface = try socket.interface("wan")
            try socket.removeQueue(at: QueueTree.root, of: interface)
            try socket.set(
                QueueTree.Node(handle: 0x70000, parent: QueueTree.root, queue: .packets(9)),
                on: interface)
            try wan.clear()
            return try socket.queues(of: interface).first { $0.handle != 0 }?.kind
        }
        #expect(kind == "pfifo")
    }

    @Test(.inNamespace) func `keeps the beginning of a profile that changes, and says so`() throws {
        let notes = try with { socket, folder in
            var changing = Self.profile
            changing.outages = [LinkOutage(start: .seconds(1), length: .seconds(1))]
            return try NetemInterface("wan", stateFolder: folder).apply(changing)
        }
        #expect(notes == ["the profile changes with time; the interface keeps what it begins with"])
    }

    @Test(.inNamespace) func `is not the one with the default route, unless forced`() throws {
        let (refusal, isForced) = try with { socket, folder in
            // RTM_NEWROUTE, NLM_F_CREATE; struct rtmsg: IPv4, destination of 0 bits, table main,
            // protocol boot, scope link, type unicast; RTA_OIF.
            let header = (
                UInt8(2), UInt8(0), UInt8(0), UInt8(0), UInt8(254), UInt8(3), UInt8(253), UInt8(1),
                UInt32(0)
            )
            let route = NetlinkMessage(type: 24, flags: 0x400, header: Route(values: header))
            route.put(4, try socket.interface("wan").index)
            try socket.perform(route, "add a default route")
            let wan = try NetemInterface("wan", stateFolder: folder)
            var refusal: String?
            do { try wan.apply(Self.profile) } catch { refusal = "\(error)" }
            try wan.apply(Self.profile, force: true)
            return (refusal, try wan.show() != nil)
        }
        #expect(refusal?.hasPrefix("cannot shape interface 'wan': it carries the default") == true)
        #expect(isForced)
    }

    private struct Route: BitwiseCopyable {
        var values: (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt32)
    }

    @Test(.inNamespace) func `has to exist`() throws {
        let failure = #expect(throws: NetemError.self) {
            try with { _, folder in
                try NetemInterface("nope", stateFolder: folder).apply(Self.profile)
            }
        }
        #expect(failure == .unknownInterface("nope"))
    }

    @Test(.inNamespace) func `shapes both what it sends and what arrives`() throws {
        let (sent, arrived) = try with { socket, folder in
            try socket.bringUp(socket.interface("lo"))
            let lo = try NetemInterface("lo", stateFolder: folder)
            defer { unlink("\(folder)/lo.state") }
            try lo.apply(Self.profile)
            let meter = try LinkMeter(port: 9)
            _ = try meter.rate(
                .down, expecting: 1_000_000, queue: 50, delay: 0, length: 500_000_000)
            let counted = try lo.show()?.statistics
            return (counted?.up.sentPackets ?? 0, counted?.down.sentPackets ?? 0)
        }
        #expect(sent > 30)
        #expect(arrived >= sent - 10)
    }

    @Test(arguments: ["", "hlslab interface 1\nend\n", "hlslab interface 1\ninterface a\n"])
    func `is not restored from a file that is not whole`(text: String) {
        #expect(InterfaceState(text: text) == nil)
    }
}
