internal import CNetlink

extension NetemQueue {
    /// What the kernel says of a netem queue: the value of `TCA_OPTIONS` in its list. Nil when it is
    /// too short. The table of a random delay is not told.
    init?(readBack options: ArraySlice<UInt8>) {
        guard let header: tc_netem_qopt = options.structure() else { return nil }
        let attributes = NetlinkAttributes(options.dropFirst(MemoryLayout<tc_netem_qopt>.size))
        limit = header.limit
        gap = header.gap
        duplicate = header.duplicate
        // Kernels before 4.15 have only the ticks.
        latencyNanoseconds = attributes.value(TCA_NETEM_LATENCY64) ?? Int64(header.latency) << 6
        jitterNanoseconds = attributes.value(TCA_NETEM_JITTER64) ?? Int64(header.jitter) << 6
        loss = attributes.nested(TCA_NETEM_LOSS).flatMap(Loss.init) ?? .random(header.loss)
        if let ties: tc_netem_corr = attributes.value(TCA_NETEM_CORR) {
            delayCorrelation = ties.delay_corr
            lossCorrelation = ties.loss_corr
            duplicateCorrelation = ties.dup_corr
        }
        if let order: tc_netem_reorder = attributes.value(TCA_NETEM_REORDER) {
            reorder = order.probability
            reorderCorrelation = order.correlation
        }
        if let damage: tc_netem_corrupt = attributes.value(TCA_NETEM_CORRUPT) {
            corrupt = damage.probability
            corruptCorrelation = damage.correlation
        }
        if let rate: tc_netem_rate = attributes.value(TCA_NETEM_RATE) {
            bytesPerSecond = attributes.value(TCA_NETEM_RATE64) ?? UInt64(rate.rate)
            packetOverhead = rate.packet_overhead
            cellBytes = rate.cell_size
            cellOverhead = rate.cell_overhead
        }
        marksECN = attributes.value(TCA_NETEM_ECN, as: UInt32.self) == 1
        slot = attributes.value(TCA_NETEM_SLOT).flatMap(Slot.init)
    }

    /// Every setting by the name that tc-netem(8) has for it, as text, for comparing and for the
    /// run's record. All but the table of a random delay, which the kernel does not tell.
    var settings: [QueueSetting] {
        [
            QueueSetting("limit", limit), QueueSetting("delay", latencyNanoseconds, "ns"),
            QueueSetting("jitter", jitterNanoseconds, "ns"),
            QueueSetting("delay correlation", delayCorrelation), QueueSetting("loss", "\(loss)"),
            QueueSetting("loss correlation", lossCorrelation),
            QueueSetting("duplicate", duplicate),
            QueueSetting("duplicate correlation", duplicateCorrelation),
            QueueSetting("corrupt", corrupt),
            QueueSetting("corrupt correlation", corruptCorrelation), QueueSetting("gap", gap),
            QueueSetting("reorder", reorder),
            QueueSetting("reorder correlation", reorderCorrelation),
            QueueSetting("rate", bytesPerSecond, "bytes/s"),
            QueueSetting("packet overhead", packetOverhead),
            QueueSetting("cell size", cellBytes), QueueSetting("cell overhead", cellOverhead),
            QueueSetting("ecn", "\(marksECN)"),
            QueueSetting("slot", slot.map { "\($0)" } ?? "none"),
        ]
    }
}

extension NetemQueue.Loss: CustomStringConvertible {
    fileprivate init?(_ attributes: NetlinkAttributes) {
        if let model: tc_netem_gemodel = attributes.value(NETEM_LOSS_GE) {
            self = .gilbertElliott(p: model.p, r: model.r, h: model.h, k1: model.k1)
        } else if let model: tc_netem_gimodel = attributes.value(NETEM_LOSS_GI) {
            self = .fourState(
                p13: model.p13, p31: model.p31, p32: model.p32, p14: model.p14, p23: model.p23)
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .random(let probability): "random \(probability)"
        case .gilbertElliott(let p, let r, let h, let k1):
            "gemodel p \(p) r \(r) 1-h \(UInt32.max - h) 1-k \(k1)"
        case .fourState(let p13, let p31, let p32, let p14, let p23):
            "state p13 \(p13) p31 \(p31) p32 \(p32) p23 \(p23) p14 \(p14)"
        }
    }
}

extension NetemQueue.Slot: CustomStringConvertible {
    fileprivate init?(_ slot: tc_netem_slot) {
        self.init(
            minimumNanoseconds: slot.min_delay, maximumNanoseconds: slot.max_delay,
            packets: slot.max_packets, bytes: slot.max_bytes, meanNanoseconds: slot.dist_delay,
            spreadNanoseconds: slot.dist_jitter)
        let isNothing = minimumNanoseconds | maximumNanoseconds | spreadNanoseconds == 0
        if isNothing { return nil }
    }

    var description: String {
        "\(minimumNanoseconds) to \(maximumNanoseconds) ns, or \(meanNanoseconds) ± "
            + "\(spreadNanoseconds) ns, at most \(packets) packets and \(bytes) bytes"
    }
}
