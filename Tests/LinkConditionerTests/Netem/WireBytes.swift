@testable import LinkConditioner

/// Puts together what a request should be, byte by byte, from the layouts of the kernel's headers
/// (linux/netlink.h, linux/rtnetlink.h, linux/pkt_sched.h), little-endian. Shares nothing with what
/// it checks.
enum WireBytes {
    static func u8(_ value: UInt8) -> [UInt8] { [value] }
    static func u16(_ value: UInt16) -> [UInt8] { number(UInt64(value), 2) }
    static func u32(_ value: UInt32) -> [UInt8] { number(UInt64(value), 4) }
    static func s32(_ value: Int32) -> [UInt8] { u32(UInt32(bitPattern: value)) }
    static func s64(_ value: Int64) -> [UInt8] { number(UInt64(bitPattern: value), 8) }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// struct nlattr: length with these four bytes, type; then the value, padded to four.
    static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
        return u16(UInt16(value.count + 4)) + u16(type) + value + padding
    }

    /// An attribute with attributes in it: NLA_F_NESTED is set.
    static func nest(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        attribute(type | 0x8000, value)
    }

    static func text(_ type: UInt16, _ value: String) -> [UInt8] {
        attribute(type, Array(value.utf8) + [0])
    }

    /// struct nlmsghdr: length, type, flags, sequence number, port; then struct tcmsg: family,
    /// three bytes of padding, interface, handle, parent, info.
    static func queueRequest(
        type: UInt16 = 36, flags: UInt16, interface: Int32, handle: UInt32, parent: UInt32,
        info: UInt32 = 0, _ attributes: [UInt8]
    ) -> [UInt8] {
        let header = u32(0) + s32(interface) + u32(handle) + u32(parent) + u32(info)
        let length = UInt32(16 + header.count + attributes.count)
        return u32(length) + u16(type) + u16(flags) + u32(0) + u32(0) + header + attributes
    }
}

extension NetlinkMessage {
    /// The bytes with sequence number and port set to 0, which libnl may have set.
    var comparableBytes: [UInt8] {
        var bytes = self.bytes
        bytes.replaceSubrange(8..<16, with: [UInt8](repeating: 0, count: 8))
        return bytes
    }
}
