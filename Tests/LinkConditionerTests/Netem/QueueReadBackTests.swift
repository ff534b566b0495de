import Testing

@testable import LinkConditioner

@Suite struct `What is read back of a queue` {
    /// Puts a queue on a fresh device and compares what the kernel says of it.
    private func roundTrip(
        _ queues: [KernelQueue], changingTo changed: [KernelQueue]? = nil
    ) throws {
        try TestNamespace.run {
            let socket = try NetlinkSocket()
            try socket.addRedirector("test")
            try socket.bringUp(socket.interface("test"))
            let device = try socket.interface("test")
            for round in [queues, changed].compactMap(\.self) {
                var parent = QueueTree.root
                for (index, queue) in round.enumerated() {
                    let handle = UInt32(index + 1) << 16
                    let node = QueueTree.Node(handle: handle, parent: parent, queue: queue)
                    let isChange = round == changed
                    try socket.set(node, on: device, replacing: isChange ? queues[index] : nil)
                    parent = handle | 1
                }
                let found = try socket.queues(of: device)
                for (index, queue) in round.enumerated() {
                    let listed = found.first { $0.handle == UInt32(index + 1) << 16 }
                    guard let found = listed?.queue else {
                        throw NetemError.mismatch(
                            queue: queue.kind, attribute: "kind", asked: queue.kind, has: "none")
                    }
                    try queue.requireReadBack(found)
                }
            }
        }
    }

    static let bucket = TokenBucketQueue(bytesPerSecond: 97_500, burstBytes: 1514, limit: 50)

    @Test(
        .inNamespace,
        arguments: [
            (2_500, 1514), (30_000, 1514), (97_500, 3028), (6_250_000, 6250),
            (1_250_000_000, 1_250_000), (5_000_000_000, 5_000_000), (1, 1514),
        ] as [(UInt64, UInt32)])
    func `is what was set of a token bucket`(rate: UInt64, burst: UInt32) throws {
        try roundTrip([
            .tokenBucket(TokenBucketQueue(bytesPerSecond: rate, burstBytes: burst, limit: 50)),
            .packets(50),
        ])
    }

    @Test(.inNamespace) func `is the change of a token bucket and of the queue in it`() throws {
        try roundTrip(
            [.tokenBucket(Self.bucket), .packets(50)],
            changingTo: [
                .tokenBucket(TokenBucketQueue(bytesPerSecond: 1, burstBytes: 1514, limit: 60)),
                .packets(60),
            ])
    }

    @Test(.inNamespace, arguments: [KernelQueue.packets(7), .bytes(70_000)])
    func `is the room of a plain queue`(queue: KernelQueue) throws {
        try roundTrip([queue])
    }

    static let losses: [NetemQueue.Loss] = [
        .random(42_949_673), .random(.max), .gilbertElliott(p: 1, r: 2, h: 3, k1: 4),
        .fourState(p13: 1, p31: 2, p32: 3, p14: 4, p23: 5),
    ]

    @Test(.withNetem, arguments: losses)
    func `is every setting of netem`(loss: NetemQueue.Loss) throws {
        var queue = `A request for a queue`.full
        queue.loss = loss
        try roundTrip([.netem(queue)])
    }

    @Test(.withNetem) func `is nothing of what a change took away`() throws {
        var full = `A request for a queue`.full
        full.loss = .gilbertElliott(p: 1, r: 2, h: 3, k1: 4)
        try roundTrip([.netem(full)], changingTo: [.netem(NetemQueue())])
    }

    @Test(.withNetem) func `is a rate of more than 32 bits`() throws {
        var queue = NetemQueue()
        queue.bytesPerSecond = 5_000_000_000
        try roundTrip([.netem(queue)])
    }

    @Test(.withNetem) func `is a netem with a bottleneck within it`() throws {
        var bottleneck = NetemQueue()
        bottleneck.bytesPerSecond = 30_000
        bottleneck.limit = 50
        var outer = `A request for a queue`.full
        outer.duplicate = 0
        try roundTrip([.netem(outer), .netem(bottleneck)])
        let codel = CoDelQueue(
            limitPackets: 50, targetMicroseconds: 5_000, intervalMicroseconds: 100_000)
        try roundTrip([
            .netem(`A request for a queue`.full), .tokenBucket(Self.bucket), .codel(codel),
        ])
    }

    @Test func `names the setting that differs, what was asked and what there is`() {
        var asked = NetemQueue()
        asked.latencyNanoseconds = 400
        let failure = #expect(throws: NetemError.self) {
            try KernelQueue.netem(asked).requireReadBack(.netem(NetemQueue()))
        }
        #expect(
            failure?.description
                == "netem is not what was asked for: delay should be 400 ns and is 0 ns; "
                + "report this with the kernel's version")
    }

    @Test func `differs in every setting that differs`() {
        let names = NetemQueue().settings.map(\.name)
        let differing = zip(NetemQueue().settings, `A request for a queue`.full.settings).filter {
            $0 != $1
        }
        // All but the loss, which is nothing in both.
        #expect(differing.map(\.0.name) == names.filter { $0 != "loss" })
    }

    @Test(.inNamespace) func `is an error in the kernel's own words when it refuses`() throws {
        let failure = #expect(throws: NetemError.self) {
            try TestNamespace.run {
                let socket = try NetlinkSocket()
                let node = QueueTree.Node(handle: 0x10000, parent: 0x50001, queue: .packets(1))
                try socket.set(node, on: socket.interface("lo"))
            }
        }
        #expect(
            failure?.description
                == "cannot add the queue pfifo of lo: Failed to find specified qdisc; "
                + "this kernel may lack the queue: run in ci/netem-vm, or with --link throttle")
    }
}
