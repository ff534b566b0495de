internal import CNetlink
internal import Glibc

/// Makes a queue look whether something may leave now, by giving it a packet.
///
/// An `ifb` drops what was not redirected to it (drivers/net/ifb.c), so the packet ends there. It
/// is counted by the queue; at 14 bytes that is no more than a trace. The socket belongs to the
/// namespace in which it was opened, whatever thread uses it. Owns its descriptor.
final class NudgeSocket {
    /// Of an Ethernet header: two addresses and a type, all zero but the type, which is one for
    /// experiments (IEEE 802, 0x88B5).
    private static let frame: [UInt8] = [UInt8](repeating: 0, count: 12) + [0x88, 0xB5]

    private let file: Int32

    init() throws(NetemError) {
        file = socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0)
        guard file >= 0 else {
            throw .netlink(attempt: "open a packet socket", code: errno, detail: nil)
        }
    }

    deinit { close(file) }

    func nudge(_ interface: NetworkInterface) throws(NetemError) {
        var address = sockaddr_ll()
        address.sll_family = UInt16(AF_PACKET)
        address.sll_ifindex = interface.index
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(
                    file, Self.frame, Self.frame.count, 0, $0,
                    socklen_t(MemoryLayout<sockaddr_ll>.size))
            }
        }
        // A full queue drops the packet and has looked all the same.
        guard sent >= 0 || errno == ENOBUFS else {
            throw .netlink(
                attempt: "send a packet to \(interface.name)", code: errno, detail: nil)
        }
    }
}
