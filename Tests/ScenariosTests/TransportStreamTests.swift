import Scenarios
import Testing

/// A reader of its own for what the generator writes, after ISO/IEC 13818-1.
private struct Packet {
    let bytes: ArraySlice<UInt8>

    func byte(_ index: Int) -> Int { Int(bytes[bytes.startIndex + index]) }
    var pid: Int { (byte(1) & 0x1F) << 8 | byte(2) }
    var starts: Bool { byte(1) & 0x40 != 0 }
    var counter: Int { byte(3) & 0x0F }
    var hasAdaptation: Bool { byte(3) & 0x20 != 0 }
    var payload: ArraySlice<UInt8> {
        bytes.dropFirst(hasAdaptation ? 5 + byte(4) : 4)
    }

    /// PCR base in ticks of 90 kHz.
    var clock: Int? {
        guard hasAdaptation, byte(5) & 0x10 != 0 else { return nil }
        return byte(6) << 25 | byte(7) << 17 | byte(8) << 9 | byte(9) << 1 | byte(10) >> 7
    }

    var presentationTime: Int? {
        let payload = Array(payload)
        guard starts, payload.starts(with: [0, 0, 1, 0xE0]) else { return nil }
        let parts = payload[9..<14].map(Int.init)
        return (parts[0] >> 1 & 7) << 30 | parts[1] << 22 | (parts[2] >> 1) << 15 | parts[3] << 7
            | parts[4] >> 1
    }
}

@Suite struct `A synthetic segment` {
    private let packets: [[Packet]]

    init() throws {
        let asset = try SyntheticAsset(
            .init(
                id: "a", title: "A", duration: .seconds(12), segmentDuration: .seconds(4), seed: 9,
                pattern: .random(peakPercent: 200),
                variants: [
                    .init(id: "v", bitsPerSecond: 150_000, width: 16, height: 16, frameRate: 30)
                ]))
        packets = asset.catalog.streams[0].segments.map { part in
            let bytes = asset.bytes(of: part.path, range: 0..<part.length) ?? []
            return stride(from: 0, to: bytes.count, by: 188).map {
                Packet(bytes: bytes[$0..<$0 + 188])
            }
        }
    }

    @Test func `is a row of packets with sync bytes on three PIDs`() {
        for packet in packets.joined() {
            #expect(packet.byte(0) == 0x47)
            #expect([0, 0x1000, 0x100].contains(packet.pid))
        }
    }

    @Test func `begins with tables whose checksums are right`() {
        for segment in packets {
            #expect(segment.prefix(3).map(\.pid) == [0, 0x1000, 0x100])
            for packet in segment.prefix(2) {
                let section = packet.payload.dropFirst()
                let start = section.startIndex
                let length = Int(section[start + 1] & 0x0F) << 8 | Int(section[start + 2])
                // With the checksum at its end, the remainder of a good section is zero.
                #expect(remainder(section.prefix(3 + length)) == 0)
                #expect(section.dropFirst(3 + length).allSatisfy { $0 == 0xFF })
            }
        }
    }

    @Test func `names one H.264 stream in its map`() {
        let map = Array(packets[0][1].payload.dropFirst())
        #expect(map[8...9] == [0xE1, 0x00])
        #expect(map[12...14] == [0x1B, 0xE1, 0x00])
    }

    @Test(arguments: [0, 0x1000, 0x100])
    func `counts without a gap, across segments too`(pid: Int) {
        let counters = packets.joined().filter { $0.pid == pid }.map(\.counter)
        #expect(counters == counters.indices.map { $0 % 16 })
    }

    @Test func `shows 30 frames a second, with a clock that runs ahead`() {
        let frames = packets.joined().filter { $0.presentationTime != nil }
        #expect(packets.map { $0.count { $0.presentationTime != nil } } == [120, 120, 120])
        #expect(
            frames.compactMap(\.presentationTime) == (0..<360).map { 126_000 + $0 * 3_000 })
        #expect(frames.compactMap(\.clock) == (0..<360).map { 63_000 + $0 * 3_000 })
    }

    @Test func `may be decoded from its first frame on`() {
        for segment in packets {
            let marked = segment.filter { $0.hasAdaptation && $0.byte(5) & 0x40 != 0 }
            #expect(marked.map(\.presentationTime) == [segment[2].presentationTime])
        }
    }

    @Test func `has no start code but those of its frames`() {
        for packet in packets.joined() where packet.pid == 0x100 {
            let payload = Array(packet.payload)
            let codes = payload.indices.dropLast(2).count {
                payload[$0...$0 + 2] == [0, 0, 1]
            }
            #expect(codes == (packet.starts ? 3 : 0))
        }
    }

    private func remainder(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for bit in bytes.flatMap({ byte in (0..<8).reversed().map { UInt32(byte >> $0) & 1 } }) {
            let top = remainder >> 31 ^ bit
            remainder = remainder << 1 ^ (top == 1 ? 0x04C1_1DB7 : 0)
        }
        return remainder
    }
}
