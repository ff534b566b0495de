internal import CNetlink
internal import Glibc

/// A connection to the kernel's routing and queueing interface (rtnetlink). Owns libnl's `nl_sock`.
///
/// It belongs to the network namespace in which it was opened, whatever thread uses it later. Not
/// for two threads at once: the owner guards it.
final class NetlinkSocket {
    private let pointer: OpaquePointer

    /// - Throws: ``NetemError`` where sockets of this kind are forbidden.
    init() throws(NetemError) {
        guard let socket = nl_socket_alloc() else {
            throw NetemError.netlink(attempt: "open a netlink socket", code: ENOMEM, detail: nil)
        }
        pointer = socket
        let failure = nl_connect(socket, NETLINK_ROUTE)
        guard failure == 0 else {
            let reason = nl_geterror(failure).map { String(cString: $0) }
            throw NetemError.netlink(attempt: "open a netlink socket", code: errno, detail: reason)
        }
        // The kernel's own words for a refusal; where it has none there is the number.
        var on: Int32 = 1
        setsockopt(
            nl_socket_get_fd(socket), SOL_NETLINK, NETLINK_EXT_ACK, &on,
            socklen_t(MemoryLayout<Int32>.size))
        nl_socket_set_buffer_size(socket, Self.bufferBytes, 0)
        nl_socket_enable_msg_peek(socket)
    }

    /// Room for what the kernel answers at once.
    private static let bufferBytes: Int32 = 1 << 18

    deinit { nl_socket_free(pointer) }

    /// Sends a request and waits until the kernel has done it.
    ///
    /// - Parameter attempt: for the error's text: `add the queue netem to hlsdown`.
    func perform(_ message: NetlinkMessage, _ attempt: String) throws(NetemError) {
        _ = try converse(message, attempt)
    }

    /// Sends a request for a list and returns the payload of each entry.
    func list(_ message: NetlinkMessage, _ attempt: String) throws(NetemError) -> [NetlinkReply] {
        try converse(message, attempt)
    }

    private func converse(
        _ message: NetlinkMessage, _ attempt: String
    ) throws(NetemError) -> [NetlinkReply] {
        let conversation = NetlinkConversation()
        guard let callbacks = conversation.callbacks() else {
            throw NetemError.netlink(attempt: attempt, code: ENOMEM, detail: nil)
        }
        defer { nl_cb_put(callbacks) }
        var failure = nl_send_auto(pointer, message.pointer)
        while failure >= 0, !conversation.isOver {
            failure = nl_recvmsgs(pointer, callbacks)
        }
        if let refusal = conversation.refusal {
            throw NetemError.netlink(
                attempt: attempt, code: refusal.code, detail: refusal.words)
        }
        guard failure >= 0 else {
            let reason = nl_geterror(failure).map { String(cString: $0) }
            throw NetemError.netlink(attempt: attempt, code: EIO, detail: reason)
        }
        return conversation.replies
    }
}

/// An entry of a list that the kernel sent.
struct NetlinkReply {
    var type: Int
    /// The family's fixed part and the attributes.
    var payload: ArraySlice<UInt8>

    /// The attributes behind a fixed part of the given kind.
    func attributes<Header: BitwiseCopyable>(behind: Header.Type) -> NetlinkAttributes {
        NetlinkAttributes(payload.dropFirst((MemoryLayout<Header>.size + 3) & ~3))
    }
}
