import Glibc
import NIOPosix

/// A TCP connection without any HTTP client in between: what arrives here is what was sent.
///
/// Blocking calls run on a thread pool of the tests' own.
struct RawConnection: Sendable {
    private static let pool = {
        let pool = NIOThreadPool(numberOfThreads: 32)
        pool.start()
        return pool
    }()

    /// Nothing in these tests lasts longer; a read that does fails the test instead of hanging.
    private static let patience = 20

    let descriptor: CInt

    enum Ending: Equatable {
        /// It did not end: everything asked for was read.
        case open
        case closed
        case reset
        case timedOut
    }

    init(port: Int, receiveBuffer: CInt? = nil) async throws {
        descriptor = try await Self.pool.runIfActive {
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            guard descriptor >= 0 else { throw RawError(code: errno) }
            var timeout = timeval(tv_sec: Self.patience, tv_usec: 0)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout,
                socklen_t(MemoryLayout<timeval>.size))
            if var receiveBuffer {
                setsockopt(
                    descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
                    socklen_t(MemoryLayout<CInt>.size))
            }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(UInt16(port).bigEndian)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard result == 0 else {
                close(descriptor)
                throw RawError(code: errno)
            }
            return descriptor
        }
    }

    func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) async throws {
        try await Self.pool.runIfActive {
            var bytes = bytes
            while !bytes.isEmpty {
                let count = Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
                guard count > 0 else { throw RawError(code: errno) }
                bytes.removeFirst(count)
            }
        }
    }

    /// Reads so many bytes, or until the connection ends.
    func read(_ wanted: Int) async throws -> (bytes: [UInt8], ending: Ending) {
        try await Self.pool.runIfActive {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 64 * 1024)
            while bytes.count < wanted {
                let count = recv(descriptor, &chunk, min(chunk.count, wanted - bytes.count), 0)
                switch (count, errno) {
                case (1..., _): bytes += chunk[..<count]
                case (0, _): return (bytes, .closed)
                case (_, ECONNRESET): return (bytes, .reset)
                case (_, EAGAIN): return (bytes, .timedOut)
                default: throw RawError(code: errno)
                }
            }
            return (bytes, .open)
        }
    }

    /// Whether anything arrives, an end too, within so many milliseconds.
    func becomesReadable(within milliseconds: Int) async throws -> Bool {
        try await Self.pool.runIfActive {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, CInt(milliseconds)) == 1
        }
    }

    func end() {
        close(descriptor)
    }
}

struct RawError: Error {
    let code: CInt
}
