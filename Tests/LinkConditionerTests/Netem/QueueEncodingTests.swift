import Testing

@testable import LinkConditioner

private typealias Wire = WireBytes

@Suite struct `A request for a queue` {
    /// NLM_F_REQUEST, NLM_F_REPLACE and NLM_F_CREATE of linux/netlink.h.
    private static let add: UInt16 = 0x1 | 0x100 | 0x400

    private func bytes(_ queue: KernelQueue, replacing previous: KernelQueue? = nil) -> [UInt8] {
        NetlinkSocket.request(
            QueueTree.Node(handle: 0x10000, parent: .max, queue: queue), on: 7,
            replacing: previous
        ).comparableBytes
    }

    private func expected(_ kind: String, _ options: [UInt8], flags: UInt16 = add) -> [UInt8] {
        Wire.queueRequest(
            flags: flags, interface: 7, handle: 0x10000, parent: .max,
            Wire.text(1, kind) + options)
    }

    /// A netem with a different number in every place.
    static let full: NetemQueue = {
        var queue = NetemQueue()
        queue.limit = 77
        queue.latencyNanoseconds = 400_000_001
        queue.jitterNanoseconds = 20_000_002
        queue.delayCorrelation = 101
        queue.lossCorrelation = 102
        queue.duplicateCorrelation = 103
        queue.duplicate = 104
        queue.corrupt = 105
        queue.corruptCorrelation = 106
        queue.gap = 5
        queue.reorder = 107
        queue.reorderCorrelation = 108
        queue.bytesPerSecond = 30_000
        queue.packetOverhead = -14
        queue.cellBytes = 48
        queue.cellOverhead = 5
        queue.marksECN = true
        queue.slot = NetemQueue.Slot(
            minimumNanoseconds: 1_000_000, maximumNanoseconds: 3_000_000, packets: 9,
            bytes: 10_000, meanNanoseconds: 2_000_000, spreadNanoseconds: 500_000)
        queue.table = [-8192, 0, 8191]
        return queue
    }()

    /// tc_netem_qopt, then TCA_NETEM_CORR, _REORDER, _CORRUPT, _RATE, _LATENCY64, _JITTER64, _ECN,
    /// the loss, _SLOT, _DELAY_DIST.
    private func fullOptions(loss: UInt32, _ lossAttribute: [UInt8]) -> [UInt8] {
        let latency = Wire.u32(400_000_001 / 64)
        let header =
            latency + Wire.u32(77) + Wire.u32(loss) + Wire.u32(5) + Wire.u32(104)
            + Wire.u32(20_000_002 / 64)
        let correlations = Wire.u32(101) + Wire.u32(102) + Wire.u32(103)
        let rate = Wire.u32(30_000) + Wire.s32(-14) + Wire.u32(48) + Wire.s32(5)
        let slot =
            Wire.s64(1_000_000) + Wire.s64(3_000_000) + Wire.s32(9) + Wire.s32(10_000)
            + Wire.s64(2_000_000) + Wire.s64(500_000)
        let table = Wire.u16(0xE000) + Wire.u16(0) + Wire.u16(8191)
        let attributes =
            Wire.attribute(1, correlations) + Wire.attribute(3, Wire.u32(107) + Wire.u32(108))
            + Wire.attribute(4, Wire.u32(105) + Wire.u32(106)) + Wire.attribute(6, rate)
            + Wire.attribute(10, Wire.s64(400_000_001))
            + Wire.attribute(11, Wire.s64(20_000_002)) + Wire.attribute(7, Wire.u32(1))
            + lossAttribute + Wire.attribute(12, slot) + Wire.attribute(2, table)
        return Wire.nest(2, header + attributes)
    }

    @Test func `carries every setting of netem where the kernel's header has it`() {
        var queue = Self.full
        queue.loss = .random(109)
        #expect(bytes(.netem(queue)) == expected("netem", fullOptions(loss: 109, [])))
    }

    @Test func `carries Gilbert-Elliott loss as p, r, h and k1`() {
        var queue = Self.full
        queue.loss = .gilbertElliott(p: 1, r: 2, h: 3, k1: 4)
        let model = Wire.u32(1) + Wire.u32(2) + Wire.u32(3) + Wire.u32(4)
        let attribute = Wire.nest(5, Wire.attribute(2, model))
        #expect(bytes(.netem(queue)) == expected("netem", fullOptions(loss: 0, attribute)))
    }

    @Test func `carries four-state loss in the order p13, p31, p32, p14, p23`() {
        var queue = Self.full
        queue.loss = .fourState(p13: 1, p31: 2, p32: 3, p14: 4, p23: 5)
        let model = Wire.u32(1) + Wire.u32(2) + Wire.u32(3) + Wire.u32(4) + Wire.u32(5)
        let attribute = Wire.nest(5, Wire.attribute(1, model))
        #expect(bytes(.netem(queue)) == expected("netem", fullOptions(loss: 0, attribute)))
    }

    @Test func `gives a rate of 32 bits and more an attribute of its own`() {
        var queue = NetemQueue()
        queue.bytesPerSecond = 5_000_000_000
        let header = [0, 1_000_000, 0, 0, 0, 0].flatMap { Wire.u32($0) }
        let attributes =
            Wire.attribute(1, [UInt8](repeating: 0, count: 12))
            + Wire.attribute(3, [UInt8](repeating: 0, count: 8))
            + Wire.attribute(4, [UInt8](repeating: 0, count: 8))
            + Wire.attribute(8, Wire.s64(5_000_000_000))
            + Wire.attribute(6, Wire.u32(.max) + [UInt8](repeating: 0, count: 12))
            + Wire.attribute(10, Wire.s64(0)) + Wire.attribute(11, Wire.s64(0))
            + Wire.attribute(7, Wire.u32(0))
            + Wire.attribute(12, [UInt8](repeating: 0, count: 40))
        #expect(bytes(.netem(queue)) == expected("netem", Wire.nest(2, header + attributes)))
    }

    @Test func `that changes a queue does not create one`() {
        let before = KernelQueue.packets(50)
        let request = bytes(.packets(60), replacing: before)
        #expect(request == expected("pfifo", Wire.attribute(2, Wire.u32(60)), flags: 0x1))
    }

    @Test func `writes an even delay as a table where there was a table`() {
        var before = NetemQueue()
        before.table = [1]
        let request = bytes(.netem(NetemQueue()), replacing: .netem(before))
        #expect(request.count == bytes(.netem(NetemQueue())).count + 4 + 4096 * 2)
    }

    @Test func `carries a token bucket with its burst in bytes`() {
        // tc_ratespec: cell_log, linklayer (1 is Ethernet), overhead, cell_align, mpu, rate.
        let rate = Wire.u8(0) + Wire.u8(1) + Wire.u16(0) + Wire.u16(0) + Wire.u16(0)
        let none = [UInt8](repeating: 0, count: 12)
        // 3028 bytes at 30,000 bytes/s are 100,933,333 ns, in ticks of 64 ns.
        let parameters =
            rate + Wire.u32(30_000) + none + Wire.u32(50) + Wire.u32(100_933_333 / 64)
            + Wire.u32(0)
        let options = Wire.attribute(1, parameters) + Wire.attribute(6, Wire.u32(3028))
        let queue = TokenBucketQueue(bytesPerSecond: 30_000, burstBytes: 3028, limit: 50)
        #expect(bytes(.tokenBucket(queue)) == expected("tbf", Wire.nest(2, options)))
    }

    @Test(arguments: [(KernelQueue.packets(50), "pfifo"), (.bytes(50), "bfifo")])
    func `carries the room of a plain queue`(queue: KernelQueue, kind: String) {
        #expect(bytes(queue) == expected(kind, Wire.attribute(2, Wire.u32(50))))
    }

    @Test func `carries CoDel's target, limit and interval in microseconds`() {
        let queue = CoDelQueue(
            limitPackets: 50, targetMicroseconds: 5_000, intervalMicroseconds: 100_000)
        let options =
            Wire.attribute(1, Wire.u32(5_000)) + Wire.attribute(2, Wire.u32(50))
            + Wire.attribute(3, Wire.u32(100_000)) + Wire.attribute(4, Wire.u32(0))
        #expect(bytes(.codel(queue)) == expected("codel", Wire.nest(2, options)))
    }

    @Test func `for a filter looks at the port and redirects`() {
        let request = NetlinkSocket.redirectRequest(
            .sourcePort(8080), headerBytes: 20, family: 0x0800, priority: 3, from: 1, to: 9)
        // tc_u32_sel: flags (TC_U32_TERMINAL), offshift, nkeys, padding, offmask, off, offoff, hoff,
        // hmask; then tc_u32_key: mask and value in network order, offset, offmask.
        let selector: [UInt8] =
            [1, 0, 1, 0] + Wire.u16(0) + Wire.u16(0) + Wire.u16(0) + Wire.u16(0) + Wire.u32(0)
            + [0xFF, 0xFF, 0, 0] + [0x1F, 0x90, 0, 0] + Wire.s32(20) + Wire.s32(0)
        // tc_mirred: index, capab, action (TC_ACT_STOLEN), refcnt, bindcnt, eaction
        // (TCA_EGRESS_REDIR), ifindex.
        let mirred =
            Wire.u32(0) + Wire.u32(0) + Wire.s32(4) + Wire.s32(0) + Wire.s32(0) + Wire.s32(1)
            + Wire.u32(9)
        let action = Wire.text(1, "mirred") + Wire.nest(2, Wire.attribute(2, mirred))
        let options = Wire.attribute(5, selector) + Wire.nest(7, Wire.nest(1, action))
        let expected = Wire.queueRequest(
            type: 44, flags: 0x1 | 0x200 | 0x400, interface: 1, handle: 0, parent: 0xFFFF_0000,
            info: 3 << 16 | 0x0008, Wire.text(1, "u32") + Wire.nest(2, options))
        #expect(request.comparableBytes == expected)
    }
}
