import Glibc

@testable import LinkConditioner

/// Sends bytes over one TCP connection on loopback and measures how fast they arrive.
enum TestTransfer {
    struct Outcome: Sendable {
        /// Time of the connection's set-up, in nanoseconds.
        var connect: Int
        /// Payload bits a second from the first quarter's end to the end.
        var goodput: Double
    }

    /// - Parameter port: of the sender; what comes from it is down.
    static func run(port: UInt16, bytes: Int) throws -> Outcome {
        let listener = try open()
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try with(&address) { bind(listener, $0, $1) }
        guard listen(listener, 1) == 0 else { throw failure("listen") }
        let engine = try open()
        defer { close(engine) }
        let start = MonotonicTime.now
        try with(&address) { connect(engine, $0, $1) }
        let connectTime = MonotonicTime.now - start
        let origin = accept(listener, nil, nil)
        guard origin >= 0 else { throw failure("accept") }
        defer { close(origin) }
        return Outcome(
            connect: connectTime, goodput: try transfer(from: origin, to: engine, bytes))
    }

    private static func transfer(from origin: Int32, to engine: Int32, _ bytes: Int) throws
        -> Double
    {
        _ = fcntl(origin, F_SETFL, O_NONBLOCK)
        _ = fcntl(engine, F_SETFL, O_NONBLOCK)
        var buffer = [UInt8](repeating: 7, count: 1 << 16)
        var (sent, received, firstBytes, firstTime) = (0, 0, 0, 0)
        while received < bytes {
            var entries = [
                pollfd(fd: engine, events: Int16(POLLIN), revents: 0),
                pollfd(fd: origin, events: sent < bytes ? Int16(POLLOUT) : 0, revents: 0),
            ]
            guard poll(&entries, 2, 10_000) > 0 else { throw failure("wait for") }
            if sent < bytes {
                sent += max(0, send(origin, buffer, min(buffer.count, bytes - sent), 0))
            }
            received += max(0, recv(engine, &buffer, buffer.count, 0))
            if firstTime == 0, received >= bytes / 4 {
                (firstBytes, firstTime) = (received, MonotonicTime.now)
            }
        }
        return Double(received - firstBytes) * 8e9 / Double(MonotonicTime.now - firstTime)
    }

    private static func open() throws -> Int32 {
        let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard file >= 0 else { throw failure("open") }
        var on: Int32 = 1
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        return file
    }

    private static func with(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
        guard code == 0 else { throw failure("connect") }
    }

    private static func failure(_ verb: String) -> NetemError {
        .netlink(attempt: "\(verb) a test's connection", code: errno, detail: nil)
    }
}
