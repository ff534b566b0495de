/// MPEG transport stream packets, written from ISO/IEC 13818-1 (Rec. ITU-T H.222.0), 2.4.
enum TransportPacket {
    static let length = 188
    static let programMapPID: UInt16 = 0x1000
    static let videoPID: UInt16 = 0x0100

    /// Program association table: program 1 has its map on ``programMapPID``.
    static func programAssociation(counter: Int) -> [UInt8] {
        let section: [UInt8] = [
            0x00, 0xB0, 13, 0x00, 0x01, 0xC1, 0x00, 0x00, 0x00, 0x01,
            0xE0 | UInt8(programMapPID >> 8), UInt8(programMapPID & 0xFF),
        ]
        return table(section, pid: 0, counter: counter)
    }

    /// Program map table: one H.264 stream (type 0x1B) that also carries the clock.
    static func programMap(counter: Int) -> [UInt8] {
        let pid = [0xE0 | UInt8(videoPID >> 8), UInt8(videoPID & 0xFF)]
        let section: [UInt8] =
            [0x02, 0xB0, 18, 0x00, 0x01, 0xC1, 0x00, 0x00] + pid + [0xF0, 0x00, 0x1B] + pid
            + [0xF0, 0x00]
        return table(section, pid: programMapPID, counter: counter)
    }

    /// Packet header, adaptation field with the clock, PES header with the presentation time.
    ///
    /// - Parameters:
    ///   - clock: PCR base and PTS in ticks of 90 kHz; 33 bits of each are written.
    ///   - isFirst: the frame begins a segment, so decoding may start here.
    static func startOfFrame(counter: Int, clock: Int, time: Int, isFirst: Bool) -> [UInt8] {
        var bytes = header(pid: videoPID, counter: counter, starts: true, hasAdaptation: true)
        bytes += [7, isFirst ? 0x50 : 0x10]
        let base = UInt64(bitPattern: Int64(clock)) & 0x1_FFFF_FFFF
        bytes += [25, 17, 9, 1].map { UInt8(truncatingIfNeeded: base >> UInt64($0)) }
        // The last bit of the base, six reserved bits, an extension of 0.
        bytes += [UInt8(base & 1) << 7 | 0x7E, 0x00]
        bytes += [0x00, 0x00, 0x01, 0xE0, 0x00, 0x00, 0x80, 0x80, 0x05]
        return bytes + presentationTime(time)
    }

    static func continuation(counter: Int) -> [UInt8] {
        header(pid: videoPID, counter: counter, starts: false, hasAdaptation: false)
    }

    private static func header(
        pid: UInt16, counter: Int, starts: Bool, hasAdaptation: Bool
    ) -> [UInt8] {
        [
            0x47, (starts ? 0x40 : 0x00) | UInt8(pid >> 8), UInt8(pid & 0xFF),
            (hasAdaptation ? 0x30 : 0x10) | UInt8(counter & 0x0F),
        ]
    }

    private static func presentationTime(_ time: Int) -> [UInt8] {
        let ticks = UInt64(bitPattern: Int64(time)) & 0x1_FFFF_FFFF
        return [
            0x21 | UInt8(ticks >> 30) << 1,
            UInt8(truncatingIfNeeded: ticks >> 22), UInt8(truncatingIfNeeded: ticks >> 14) | 1,
            UInt8(truncatingIfNeeded: ticks >> 7), UInt8(truncatingIfNeeded: ticks << 1) | 1,
        ]
    }

    /// A packet that holds one section, its checksum and stuffing.
    private static func table(_ section: [UInt8], pid: UInt16, counter: Int) -> [UInt8] {
        var bytes = header(pid: pid, counter: counter, starts: true, hasAdaptation: false)
        bytes.append(0)
        bytes += section
        let checksum = checksum(section)
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: checksum >> UInt32($0)) }
        return bytes + Array(repeating: 0xFF, count: length - bytes.count)
    }

    /// CRC-32/MPEG-2: polynomial 0x04C11DB7, all ones at the start, not reflected
    /// (ISO/IEC 13818-1, annex A).
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var remainder: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            remainder ^= UInt32(byte) << 24
            for _ in 0..<8 {
                let carries = remainder & 0x8000_0000 != 0
                remainder = remainder << 1 ^ (carries ? 0x04C1_1DB7 : 0)
            }
        }
        return remainder
    }
}
