import Glibc
import LinkModel

@testable import LinkConditioner

/// Plays a ``TransferPlan`` over real connections: a server that knows the plan, and as many
/// clients as it has connections, each end on a thread of its own. Every byte that arrives has to be
/// the one that was sent.
struct SocketTransfers: Sendable {
    let port: Int
    private let plan: TransferPlan
    private let listener: CInt

    /// Listens.
    init(_ plan: TransferPlan) throws {
        self.plan = plan
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let code = bind(listener, address, length)
                return code == 0 ? getsockname(listener, address, &length) : code
            }
        }
        guard code == 0, listen(listener, CInt(plan.parallel)) == 0 else {
            throw TestSocket.Failure(code: errno)
        }
        self.listener = listener
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// To be called once.
    /// - Parameter port: at which the link has the server.
    func play(connectingTo port: Int) -> [ContractTimes?] {
        let server = TestThread { [self] in
            let workers = (0..<plan.parallel).map { _ in
                let connection = accept(listener, nil, nil)
                return TestThread { [self] in serve(connection) }
            }
            workers.forEach { $0.join() }
        }
        let clients = (0..<plan.parallel).map { _ in
            // A connection that breaks is nil, which is what the suite asks about.
            TestThread { [self] in try? fetch(port) }
        }
        let times = clients.map { $0.join() }
        // A server that nobody reached waits for ever otherwise.
        shutdown(listener, CInt(SHUT_RDWR))
        server.join()
        close(listener)
        return times
    }

    private static let pattern = (0..<(251 * 256)).map { UInt8($0 % 251) }

    private func serve(_ connection: CInt) {
        guard connection >= 0 else { return }
        defer { close(connection) }
        var noDelay: CInt = 1
        setsockopt(connection, CInt(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(4))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for bytes in plan.objects {
            var missing = plan.requestBytes
            while missing > 0 {
                let count = recv(connection, &buffer, min(missing, buffer.count), 0)
                guard count > 0 else { return }
                missing -= count
            }
            var sent = 0
            while sent < bytes {
                let place = sent % 251
                let count = Self.pattern[place...].withUnsafeBytes {
                    Glibc.send(
                        connection, $0.baseAddress, min($0.count, bytes - sent),
                        CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }
        // Until the client is done: closing over unread acknowledgements would be a reset.
        _ = recv(connection, &buffer, buffer.count, 0)
    }

    private func fetch(_ port: Int) throws -> ContractTimes {
        let begin = MonotonicTime.now
        let socket = try TestSocket(connectingTo: port)
        defer { socket.close() }
        var answered: Double?
        var objects: [ContractTimes.Object] = []
        for bytes in plan.objects {
            let start = MonotonicTime.now
            try socket.send([UInt8](repeating: 63, count: plan.requestBytes))
            var (received, first) = (0, 0.0)
            while received < bytes {
                let part = try socket.receive(atMost: min(bytes - received, 60_000))
                guard !part.isEmpty else { throw TestSocket.Failure(code: EPIPE) }
                if received == 0 {
                    first = Self.seconds(since: start)
                    answered = answered ?? Self.seconds(since: begin)
                }
                let place = received % 251
                guard part.elementsEqual(Self.pattern[place..<place + part.count]) else {
                    throw TestSocket.Failure(code: EILSEQ)
                }
                received += part.count
            }
            objects.append(.init(firstByte: first, lastByte: Self.seconds(since: start)))
        }
        return ContractTimes(
            answered: answered ?? 0, objects: objects, total: Self.seconds(since: begin))
    }

    private static func seconds(since start: Int) -> Double {
        Double(MonotonicTime.now - start) / 1e9
    }
}
