import Foundation
import Glibc

/// A blocking TCP socket on loopback.
final class Socket {
    let descriptor: Int32

    struct Failure: Error, CustomStringConvertible {
        var description: String
        init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// Connects to a port of 127.0.0.1.
    convenience init(to port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure("socket") }
        self.init(descriptor)
        setNoDelay()
        guard Self.withAddress(port, { connect(descriptor, $0, $1) }) == 0 else {
            throw Failure("connect")
        }
    }

    /// Listens on a free port of 127.0.0.1.
    static func listener() throws -> (socket: Socket, port: UInt16) {
        let socket = Socket(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        guard withAddress(0, { bind(socket.descriptor, $0, $1) }) == 0,
            listen(socket.descriptor, 4_096) == 0
        else { throw Failure("listen") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket.descriptor, $0, &length)
            }
        }
        guard result == 0 else { throw Failure("getsockname") }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    func accept() throws -> Socket {
        let peer = Glibc.accept(descriptor, nil, nil)
        guard peer >= 0 else { throw Failure("accept") }
        let socket = Socket(peer)
        socket.setNoDelay()
        return socket
    }

    private static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func setNoDelay() {
        var on: Int32 = 1
        setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Sends all of `bytes`; false when the peer is gone.
    func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = Glibc.send(
                descriptor, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL.rawValue))
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Reads what is there, at least a byte; 0 at the end.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
    }

    /// Asks the server for `count` bytes; reads none of them.
    func request(_ count: Int) throws {
        let text = Array("\(count)\n".utf8)
        guard text.withUnsafeBytes({ send($0) }) else { throw Failure("send") }
    }
}

/// Answers each line `N` with N bytes, on a thread for each connection.
final class Server: Sendable {
    let port: UInt16

    init() throws {
        let (listener, port) = try Socket.listener()
        self.port = port
        let descriptor = dup(listener.descriptor)
        Thread.detachNewThread {
            let listener = Socket(descriptor)
            while let peer = try? listener.accept() {  // Ends with the process.
                let descriptor = dup(peer.descriptor)
                let thread = Thread { Self.serve(Socket(descriptor)) }
                thread.stackSize = 64 << 10
                thread.start()
            }
        }
    }

    private static let block = [UInt8](repeating: 0x47, count: 256 << 10)

    private static func serve(_ socket: Socket) {
        var line = [UInt8](repeating: 0, count: 32)
        while true {
            var length = 0
            while length < line.count, length == 0 || line[length - 1] != UInt8(ascii: "\n") {
                let count = line.withUnsafeMutableBytes {
                    socket.receive(into: .init(rebasing: $0[length...]))
                }
                guard count > 0 else { return }
                length += count
            }
            var rest = Int(String(decoding: line[..<(length - 1)], as: UTF8.self)) ?? 0
            while rest > 0 {
                let count = min(rest, block.count)
                guard block.withUnsafeBytes({ socket.send(.init(rebasing: $0[..<count])) }) else {
                    return
                }
                rest -= count
            }
        }
    }
}
