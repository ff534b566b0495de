internal import CNetlink

extension NetemQueue {
    /// A nanosecond count in the kernel's ticks of 64 ns (PSCHED_SHIFT in net/pkt_sched.h), as much
    /// as 32 bits hold. The 64-bit attributes carry the exact number.
    static func ticks(_ nanoseconds: Int64) -> UInt32 {
        UInt32(clamping: nanoseconds >> 6)
    }

    /// Writes everything, zeros too: in a change the kernel keeps what is not mentioned.
    ///
    /// Two things cannot be unsaid. A table of a random delay stays until another one comes, hence
    /// `replacesTable`: then an even delay is written as a table. A slot is unsaid by zeros.
    func writeOptions(into message: NetlinkMessage, replacesTable: Bool = false) {
        message.nest(TCA_OPTIONS) {
            message.append(header)
            message.put(
                TCA_NETEM_CORR,
                tc_netem_corr(
                    delay_corr: delayCorrelation, loss_corr: lossCorrelation,
                    dup_corr: duplicateCorrelation))
            message.put(
                TCA_NETEM_REORDER,
                tc_netem_reorder(probability: reorder, correlation: reorderCorrelation))
            message.put(
                TCA_NETEM_CORRUPT,
                tc_netem_corrupt(probability: corrupt, correlation: corruptCorrelation))
            writeRate(into: message)
            message.put(TCA_NETEM_LATENCY64, latencyNanoseconds)
            message.put(TCA_NETEM_JITTER64, jitterNanoseconds)
            message.put(TCA_NETEM_ECN, UInt32(marksECN ? 1 : 0))
            writeLoss(into: message)
            message.put(TCA_NETEM_SLOT, slotStructure)
            if let table = table ?? (replacesTable ? Self.evenTable : nil) {
                table.withUnsafeBytes { message.put(TCA_NETEM_DELAY_DIST, bytes: $0) }
            }
        }
    }

    private var header: tc_netem_qopt {
        var random: UInt32 = 0
        if case .random(let probability) = loss { random = probability }
        return tc_netem_qopt(
            latency: Self.ticks(latencyNanoseconds), limit: limit, loss: random, gap: gap,
            duplicate: duplicate, jitter: Self.ticks(jitterNanoseconds))
    }

    /// A rate of 2^32 bytes a second and more stands in an attribute of its own, before the other.
    private func writeRate(into message: NetlinkMessage) {
        if bytesPerSecond > UInt64(UInt32.max) { message.put(TCA_NETEM_RATE64, bytesPerSecond) }
        message.put(
            TCA_NETEM_RATE,
            tc_netem_rate(
                rate: UInt32(clamping: bytesPerSecond), packet_overhead: packetOverhead,
                cell_size: cellBytes, cell_overhead: cellOverhead))
    }

    private func writeLoss(into message: NetlinkMessage) {
        switch loss {
        case .random: break
        case .gilbertElliott(let p, let r, let h, let k1):
            message.nest(TCA_NETEM_LOSS) {
                message.put(NETEM_LOSS_GE, tc_netem_gemodel(p: p, r: r, h: h, k1: k1))
            }
        case .fourState(let p13, let p31, let p32, let p14, let p23):
            message.nest(TCA_NETEM_LOSS) {
                message.put(
                    NETEM_LOSS_GI,
                    tc_netem_gimodel(p13: p13, p31: p31, p32: p32, p14: p14, p23: p23))
            }
        }
    }

    private var slotStructure: tc_netem_slot {
        guard let slot else { return tc_netem_slot() }
        return tc_netem_slot(
            min_delay: slot.minimumNanoseconds, max_delay: slot.maximumNanoseconds,
            max_packets: slot.packets, max_bytes: slot.bytes, dist_delay: slot.meanNanoseconds,
            dist_jitter: slot.spreadNanoseconds)
    }

    /// Even between -jitter and +jitter, as a table.
    private static let evenTable = (0..<4096).map { Int16($0 * 4 - 8190) }
}
