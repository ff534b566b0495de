/// The settings of the kernel's `netem` queue, in the kernel's own units (linux/pkt_sched.h).
///
/// Probabilities and correlations are fractions of 2^32 - 1.
struct NetemQueue: Sendable, Hashable {
    /// Packets in the queue and in its delay line at once when nothing else is asked for: more than
    /// fit on any link here.
    static let unlimitedPackets: UInt32 = 1_000_000

    enum Loss: Sendable, Hashable {
        case random(UInt32)
        /// As the kernel has it: `h` is 1 - loss in the bad state, `k1` the loss in the good one.
        case gilbertElliott(p: UInt32, r: UInt32, h: UInt32, k1: UInt32)
        case fourState(p13: UInt32, p31: UInt32, p32: UInt32, p14: UInt32, p23: UInt32)
    }

    /// Packets are held and let go together, as some radios do (tc-netem(8) `slot`).
    struct Slot: Sendable, Hashable {
        var minimumNanoseconds: Int64
        var maximumNanoseconds: Int64
        /// At most this much in a slot.
        var packets = Int32.max
        var bytes = Int32.max
        /// Mean and spread of a slot's length when it has a distribution instead.
        var meanNanoseconds: Int64 = 0
        var spreadNanoseconds: Int64 = 0
    }

    var limit = unlimitedPackets
    var latencyNanoseconds: Int64 = 0
    var jitterNanoseconds: Int64 = 0
    var delayCorrelation: UInt32 = 0
    /// Values of the random delay, in 8192nds of the jitter; nil for even between -jitter and
    /// +jitter. The kernel does not tell it again.
    var table: [Int16]?
    var loss = Loss.random(0)
    var lossCorrelation: UInt32 = 0
    var duplicate: UInt32 = 0
    var duplicateCorrelation: UInt32 = 0
    var corrupt: UInt32 = 0
    var corruptCorrelation: UInt32 = 0
    /// 0 for no reordering, otherwise every gap-th packet is a candidate.
    var gap: UInt32 = 0
    var reorder: UInt32 = 0
    var reorderCorrelation: UInt32 = 0
    /// 0 for no limit.
    var bytesPerSecond: UInt64 = 0
    var packetOverhead: Int32 = 0
    var cellBytes: UInt32 = 0
    var cellOverhead: Int32 = 0
    /// Marks packets in place of losing them where the sender understands that.
    var marksECN = false
    var slot: Slot?
}
