import Glibc
import NIOPosix

/// A blocking TCP client whose every call is exactly one of the kernel's.
struct TestSocket: Sendable {
    /// Longest that a receive may block before the test fails.
    static let patienceSeconds = 20

    struct Failure: Error, Equatable {
        let code: CInt
    }

    let file: CInt

    init(connectingTo port: Int) throws {
        file = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
        setsockopt(
            file, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var noDelay: CInt = 1
        setsockopt(file, CInt(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(4))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafeBytes(of: address) { bytes in
            connect(
                file, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        guard result == 0 else { throw Failure(code: errno) }
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(file, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(code: errno) }
            sent += count
        }
    }

    func order(_ order: Order) throws {
        try send(order.bytes)
    }

    /// Some bytes, at most `limit`; none at the peer's FIN.
    func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(file, &bytes, limit, 0)
        guard count >= 0 else { throw Failure(code: errno) }
        return Array(bytes[..<count])
    }

    /// Number of bytes until `count` have come or the peer is done.
    func drain(_ count: Int = .max) throws -> Int {
        var received = 0
        while received < count {
            let bytes = try receive(atMost: min(65_536, count - received))
            if bytes.isEmpty { break }
            received += bytes.count
        }
        return received
    }

    func shutWriting() {
        shutdown(file, CInt(SHUT_WR))
    }

    func close() {
        Glibc.close(file)
    }

    /// Closes with an RST.
    func reset() {
        var abort = linger(l_onoff: 1, l_linger: 0)
        setsockopt(file, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        Glibc.close(file)
    }
}

/// Runs blocking work on a thread that may block.
func blocking<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await NIOThreadPool.singleton.runIfActive(work)
}
