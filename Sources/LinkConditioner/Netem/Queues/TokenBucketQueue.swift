internal import CNetlink

/// The settings of the kernel's `tbf` queue: packets leave at a rate, except that `burstBytes` of
/// them may leave at once after a rest.
///
/// Unlike netem's own rate it holds for what waits already when it is changed.
struct TokenBucketQueue: Sendable, Hashable {
    var bytesPerSecond: UInt64
    /// At least a full frame, or nothing would ever leave.
    var burstBytes: UInt32
    /// Passed on by the kernel to the queue below, in that one's unit.
    var limit: UInt32

    func writeOptions(into message: NetlinkMessage) {
        message.nest(TCA_OPTIONS) {
            var rate = tc_ratespec()
            // Told, the kernel does not ask for a table of 256 sending times.
            rate.linklayer = UInt8(TC_LINKLAYER_ETHERNET.rawValue)
            rate.rate = UInt32(clamping: bytesPerSecond)
            let burstTicks = NetemQueue.ticks(Int64(clamping: burstNanoseconds))
            message.put(
                TCA_TBF_PARMS,
                tc_tbf_qopt(
                    rate: rate, peakrate: tc_ratespec(), limit: limit, buffer: burstTicks, mtu: 0))
            message.put(TCA_TBF_BURST, burstBytes)
            if bytesPerSecond > UInt64(UInt32.max) { message.put(TCA_TBF_RATE64, bytesPerSecond) }
        }
    }

    /// Time that the burst needs at the rate, which is how the kernel keeps it.
    private var burstNanoseconds: UInt64 {
        UInt64(burstBytes) * 1_000_000_000 / max(1, bytesPerSecond)
    }

    /// What the kernel says of a token bucket: the value of `TCA_OPTIONS` in its list.
    init?(readBack options: ArraySlice<UInt8>) {
        let attributes = NetlinkAttributes(options)
        guard let parameters: tc_tbf_qopt = attributes.value(TCA_TBF_PARMS) else { return nil }
        bytesPerSecond = attributes.value(TCA_TBF_RATE64) ?? UInt64(parameters.rate.rate)
        limit = parameters.limit
        // The kernel tells the time; it rounds its arithmetic, so this is a byte or two off.
        let nanoseconds = UInt64(parameters.buffer) << 6
        let (high, low) = nanoseconds.multipliedFullWidth(by: bytesPerSecond)
        burstBytes =
            high < 1_000_000_000
            ? UInt32(clamping: (1_000_000_000 as UInt64).dividingFullWidth((high, low)).quotient)
            : .max
    }

    init(bytesPerSecond: UInt64, burstBytes: UInt32, limit: UInt32) {
        self.bytesPerSecond = bytesPerSecond
        self.burstBytes = burstBytes
        self.limit = limit
    }

    var settings: [QueueSetting] {
        [
            QueueSetting("rate", bytesPerSecond, "bytes/s"),
            QueueSetting("burst", burstBytes, "bytes"), QueueSetting("limit", limit),
        ]
    }

    /// Whether the kernel's burst is ours, as far as it can tell: its ticks are 64 ns, their count
    /// has 32 bits, and its multiplication in place of a division is right to a few millionths.
    func hasSameBurst(as other: TokenBucketQueue) -> Bool {
        let overflows = burstNanoseconds >> 6 > UInt64(UInt32.max)
        let tick = bytesPerSecond * 64 / 1_000_000_000
        let slack = 2 + tick + UInt64(burstBytes) / 100_000
        return overflows || burstBytes.distance(to: other.burstBytes).magnitude <= slack
    }
}
