import PlaybackCore
import Testing

@Suite struct `The rule of hls.js` {
    private static let ladder = Ladder(
        bitrates: [500, 1_000, 2_000, 4_000], segmentDuration: 4_000, segmentCount: 100)

    /// A transfer of level 3 at a rate in kbit/s, with 6 s of buffer at its beginning.
    private func abandons(rate: Double, buffer: Double = 6_000) -> (level: Int, at: Double)? {
        var rule = HLSJSRule(Self.ladder)
        rule.segmentArrived(
            SegmentTransfer(
                segment: 0, level: 3, size: 16_000_000, bits: 16_000_000, duration: 2_050,
                timeToFirstBit: 50, bufferLevel: buffer))
        for step in 1...200 {
            let elapsed = Double(step) * 100
            let bits = min(16_000_000, max(0, elapsed - 50) * rate)
            let level = rule.abandon(
                TransferProgress(
                    segment: 1, level: 3, size: 16_000_000, bits: bits, duration: elapsed,
                    timeToFirstBit: 50, bufferLevel: max(0, buffer - elapsed)))
            if let level { return (level, elapsed) }
        }
        return nil
    }

    @Test func `lets a transfer go on that arrives in time`() {
        #expect(abandons(rate: 4_000) == nil)
    }

    @Test func `gives a transfer up after half a segment when it is more than twice too slow`()
        throws
    {
        let abandon = try #require(abandons(rate: 800))
        #expect(abandon.at == 2_100)
        #expect(abandon.level == 0)
    }

    @Test
    func `waits with a transfer that is little too slow until the lower level would be there`()
        throws
    {
        let abandon = try #require(abandons(rate: 2_500))
        #expect(abandon.at > 2_200 && abandon.at < 6_000)
        // Level 2 would be there in 3.3 s; at no more than its own rate, which counts in the end, it
        // would not be before the buffer of 3.9 s is empty.
        #expect(abandon.level == 1)
    }

    @Test func `fetches the level next that a transfer was given up for`() {
        var rule = HLSJSRule(Self.ladder)
        var transfer = SegmentTransfer(
            segment: 0, level: 3, size: 16_000_000, bits: 8_000_000, duration: 4_000,
            timeToFirstBit: 50, bufferLevel: 1_000, abandonedFor: 1)
        rule.segmentAbandoned(transfer)
        let situation = Situation(segment: 0, bufferLevel: 1_000, level: nil)
        #expect(rule.choose(situation).level == 1)
        transfer.level = 1
        transfer.abandonedFor = nil
        rule.segmentArrived(transfer)
        #expect(rule.choose(Situation(segment: 1, bufferLevel: 9_000, level: 1)).level != 3)
    }
}
