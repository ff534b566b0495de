internal import CNetlink
internal import Glibc

/// A UDP socket on loopback that does not block. Owns its descriptor.
final class DatagramSocket {
    let port: UInt16
    private let file: Int32
    private var buffer = [UInt8](repeating: 0, count: 2048)

    /// - Parameter port: 0 for a free one.
    init(port: UInt16, bufferBytes: Int32) throws(NetemError) {
        let kind = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        file = socket(AF_INET, kind, 0)
        guard file >= 0 else { throw Self.failure(port) }
        var size = bufferBytes
        // Beyond the limit for everyone only root may go; less is enough for slow links.
        let length = socklen_t(MemoryLayout<Int32>.size)
        if setsockopt(file, SOL_SOCKET, SO_RCVBUFFORCE, &size, length) != 0 {
            setsockopt(file, SOL_SOCKET, SO_RCVBUF, &size, length)
        }
        var address = Self.loopback(port)
        var addressLength = socklen_t(MemoryLayout<sockaddr_in>.size)
        let file = file
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, addressLength) == 0 ? getsockname(file, $0, &addressLength) : -1
            }
        }
        self.port = UInt16(bigEndian: address.sin_port)
        guard code == 0 else { throw Self.failure(port) }
    }

    deinit { close(file) }

    private static func failure(_ port: UInt16) -> NetemError {
        .netlink(attempt: "open a datagram socket at port \(port)", code: errno, detail: nil)
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        return address
    }

    /// Sends `bytes` that begin with two numbers. A datagram for which the machine has no room is
    /// lost, as one that a link loses.
    func send(index: Int, time: Int, bytes: Int, to port: UInt16) throws(NetemError) {
        buffer.withUnsafeMutableBytes {
            $0.storeBytes(of: index, as: Int.self)
            $0.storeBytes(of: time, toByteOffset: 8, as: Int.self)
        }
        var address = Self.loopback(port)
        let sent = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(file, buffer, bytes, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard sent >= 0 || errno == EAGAIN || errno == ENOBUFS else { throw Self.failure(port) }
    }

    /// Sends up to `count` datagrams of `bytes` with nothing in them that counts. How many it took.
    func sendCopies(_ count: Int, bytes: Int, to port: UInt16) throws(NetemError) -> Int {
        var address = Self.loopback(port)
        let sent = shim_send_copies(
            file, &address, UInt32(MemoryLayout<sockaddr_in>.size), buffer, bytes,
            Int32(clamping: count))
        guard sent >= 0 || errno == EAGAIN || errno == ENOBUFS else { throw Self.failure(port) }
        return max(0, Int(sent))
    }

    /// Takes what is there and says how many datagrams it was.
    func receiveCount() -> Int {
        var total = 0
        while case let count = shim_receive_count(file), count > 0 { total += Int(count) }
        return total
    }

    /// The two numbers of a datagram that is there; nil when there is none.
    func receive() -> (index: Int, time: Int)? {
        guard recv(file, &buffer, buffer.count, 0) >= 16 else { return nil }
        return buffer.withUnsafeBytes {
            ($0.loadUnaligned(as: Int.self), $0.loadUnaligned(fromByteOffset: 8, as: Int.self))
        }
    }

    /// Waits until there is a datagram, at most this long.
    func wait(nanoseconds: Int) {
        shim_wait(file, nanoseconds)
    }
}
