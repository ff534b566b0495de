internal import CNetlink
internal import Glibc

/// Which congestion control the connections of this namespace use.
enum CongestionControl {
    private static let file = "/proc/sys/net/ipv4/tcp_congestion_control"

    /// What this namespace has by default; a route may have another.
    static var byDefault: String { TextFile.read(file)?.firstLine ?? "unknown" }

    /// Makes it `name` for every connection over IPv4's 127.0.0.1 that is opened from now on.
    ///
    /// A namespace may not choose a control that its host keeps to the administrator, as hosts do
    /// that have bbr by default. A route may: then the way to 127.0.0.1 names it.
    ///
    /// - Throws: ``NetemError/mismatch`` when a connection that is opened for this uses another.
    static func pin(_ name: String, through socket: NetlinkSocket) throws(NetemError) {
        do {
            try KernelFile.write(name, to: file)
        } catch .file(_, _, let code) where code == EPERM {
            try socket.setCongestionControlOfLoopbackRoute(name)
        }
        let found = try ofNewConnection()
        guard found == name else {
            throw .mismatch(
                queue: "TCP", attribute: "congestion control", asked: name, has: found)
        }
    }

    /// What a connection over loopback uses: one is opened and closed for it.
    static func ofNewConnection() throws(NetemError) -> String {
        let listener = try StreamSocket()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try listener.bind(&address)
        let client = try StreamSocket()
        try client.connect(&address)
        return try client.congestionControl()
    }
}

/// A TCP socket that closes itself.
private struct StreamSocket: ~Copyable {
    private let file: Int32

    init() throws(NetemError) {
        file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard file >= 0 else { throw Self.failure() }
    }

    deinit { close(file) }

    private static func failure() -> NetemError {
        .netlink(attempt: "open a connection over loopback", code: errno, detail: nil)
    }

    private func with(
        _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Int32
    ) throws(NetemError) {
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
        guard result == 0 else { throw Self.failure() }
    }

    /// Listens at a free port, which it writes into `address`.
    func bind(_ address: inout sockaddr_in) throws(NetemError) {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try with(&address) { Glibc.bind(file, $0, length) }
        guard listen(file, 1) == 0 else { throw Self.failure() }
        try with(&address) { getsockname(file, $0, &length) }
    }

    func connect(_ address: inout sockaddr_in) throws(NetemError) {
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        try with(&address) { Glibc.connect(file, $0, length) }
    }

    func congestionControl() throws(NetemError) -> String {
        /// TCP_CONGESTION and TCP_CA_NAME_MAX of linux/tcp.h.
        let (option, longest): (Int32, Int) = (13, 16)
        var name = [UInt8](repeating: 0, count: longest)
        var length = socklen_t(longest)
        guard getsockopt(file, Int32(IPPROTO_TCP), option, &name, &length) == 0 else {
            throw Self.failure()
        }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
}
