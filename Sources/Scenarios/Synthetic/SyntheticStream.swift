internal import LinkModel

/// One variant of a synthetic asset: how long each segment is and what each of its bytes is.
///
/// A segment is a PAT, a PMT and then the packets of its frames, divided evenly among them. Every
/// packet is a function of its segment and its position, so any range is generated without the
/// bytes before it. Payload: an access unit delimiter, then one NAL unit of a type that H.264 leaves
/// unspecified and decoders skip, filled with odd numbers from ``StableRandom``; odd bytes are never
/// zero, so no start code arises by chance.
package struct SyntheticStream: Sendable {
    let variant: SyntheticDescription.Variant
    /// Start of each segment and the end of the last, in ticks of 90 kHz.
    let boundaries: [Int]
    /// Packets of each segment.
    let packetCounts: [Int]
    /// Continuity counter of the first video packet of each segment.
    let firstCounters: [Int]
    private let seed: UInt64

    static let ticksPerSecond = 90_000
    /// PTS of the first frame. Anything above ``clockLead`` would do.
    private static let firstTime = 126_000
    /// How far the clock runs ahead of presentation.
    private static let clockLead = 63_000
    /// PAT and PMT.
    private static let tablePackets = 2
    private static let frameStart: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0, 0, 0, 0, 1, 0x1E]

    init(
        variant: SyntheticDescription.Variant, index: Int, boundaries: [Int], weights: [Int],
        seed: UInt64
    ) {
        self.variant = variant
        self.boundaries = boundaries
        self.seed = StableRandom.number(UInt64(index), ofSeed: ~seed)
        var counts: [Int] = []
        var counters: [Int] = []
        var videoPackets = 0
        for segment in weights.indices {
            let span = boundaries[segment]..<boundaries[segment + 1]
            let bytes = variant.bitsPerSecond * span.count / (8 * Self.ticksPerSecond)
            let frames = Self.frames(in: span, of: variant).count
            let wanted = bytes * weights[segment] / 10_000 / TransportPacket.length
            counts.append(max(wanted, Self.tablePackets + frames))
            counters.append(videoPackets & 0x0F)
            videoPackets += counts[segment] - Self.tablePackets
        }
        packetCounts = counts
        firstCounters = counters
    }

    package var segmentCount: Int { packetCounts.count }

    /// Bytes of a segment, a multiple of 188.
    package func length(of segment: Int) -> Int {
        packetCounts[segment] * TransportPacket.length
    }

    func ticks(of segment: Int) -> Int {
        boundaries[segment + 1] - boundaries[segment]
    }

    /// The bytes of a range of a segment; the range must lie in it.
    package func bytes(of segment: Int, range: Range<Int>) -> [UInt8] {
        precondition(
            range.lowerBound >= 0 && range.upperBound <= length(of: segment),
            "a range outside the segment was asked for")
        guard !range.isEmpty else { return [] }
        let frames = Self.frames(in: boundaries[segment]..<boundaries[segment + 1], of: variant)
        let first = range.lowerBound / TransportPacket.length
        let last = (range.upperBound - 1) / TransportPacket.length
        var bytes: [UInt8] = []
        bytes.reserveCapacity((last - first + 1) * TransportPacket.length)
        for position in first...last {
            bytes += packet(position, of: segment, frames: frames)
        }
        let start = range.lowerBound - first * TransportPacket.length
        return Array(bytes[start..<start + range.count])
    }

    private func packet(_ position: Int, of segment: Int, frames: Range<Int>) -> [UInt8] {
        switch position {
        case 0: return TransportPacket.programAssociation(counter: segment)
        case 1: return TransportPacket.programMap(counter: segment)
        default: break
        }
        let video = position - Self.tablePackets
        let count = packetCounts[segment] - Self.tablePackets
        let counter = firstCounters[segment] + video
        var bytes: [UInt8]
        if let frame = frame(startingAt: video, of: count, frames: frames.count) {
            let time = Self.time(ofFrame: frames.lowerBound + frame, of: variant) + Self.firstTime
            bytes = TransportPacket.startOfFrame(
                counter: counter, clock: time - Self.clockLead, time: time, isFirst: frame == 0)
            bytes += Self.frameStart
        } else {
            bytes = TransportPacket.continuation(counter: counter)
        }
        fill(&bytes, segment: segment, position: position)
        return bytes
    }

    /// Frame f begins with video packet f × count / frames. Of all frames that could begin with
    /// this packet there is one at most, since there are no fewer packets than frames.
    private func frame(startingAt video: Int, of count: Int, frames: Int) -> Int? {
        let frame = (video * frames + count - 1) / count
        return frame < frames && frame * count / frames == video ? frame : nil
    }

    private func fill(_ bytes: inout [UInt8], segment: Int, position: Int) {
        let packetSeed = StableRandom.number(
            UInt64(segment) << 32 | UInt64(position), ofSeed: seed)
        var random = StableRandom(seed: packetSeed)
        var position = bytes.count
        bytes += repeatElement(0, count: TransportPacket.length - position)
        // Eight bytes at once: this is all the work there is in generating a segment.
        bytes.withUnsafeMutableBytes { buffer in
            while position < TransportPacket.length {
                let word = (random.next() | 0x0101_0101_0101_0101).littleEndian
                let count = min(8, TransportPacket.length - position)
                withUnsafeBytes(of: word) {
                    buffer[position..<position + count].copyBytes(from: $0.prefix(count))
                }
                position += count
            }
        }
    }

    /// Numbers of the frames that are shown in a span of ticks.
    private static func frames(
        in span: Range<Int>, of variant: SyntheticDescription.Variant
    ) -> Range<Int> {
        let rate = Int((variant.frameRate * 1_000).rounded())
        let perTick = ticksPerSecond * 1_000
        let first = (span.lowerBound * rate + perTick - 1) / perTick
        let end = (span.upperBound * rate + perTick - 1) / perTick
        return first..<max(end, first + 1)
    }

    private static func time(ofFrame frame: Int, of variant: SyntheticDescription.Variant) -> Int {
        frame * ticksPerSecond * 1_000 / Int((variant.frameRate * 1_000).rounded())
    }
}
