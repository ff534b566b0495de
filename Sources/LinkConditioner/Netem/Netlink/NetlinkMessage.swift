internal import CNetlink

/// A netlink request while it is being written. Owns libnl's `nl_msg`.
final class NetlinkMessage {
    /// Largest request: a table of 16,384 numbers of 16 bits, and room for all else.
    static let maximumBytes = 40_960

    let pointer: OpaquePointer

    /// - Parameters:
    ///   - type: `RTM_NEWQDISC` and the like.
    ///   - flags: in addition to `NLM_F_REQUEST`.
    ///   - header: the fixed part that the family wants (`tcmsg`, `ifinfomsg`, `rtmsg`).
    init<Header: BitwiseCopyable>(type: Int, flags: Int32 = 0, header: Header) {
        guard let message = nlmsg_alloc_size(Self.maximumBytes) else {
            preconditionFailure("there is memory for a netlink request")
        }
        pointer = message
        let first = nlmsg_put(message, 0, 0, Int32(type), 0, NLM_F_REQUEST | flags)
        precondition(first != nil, "an empty request takes its header")
        append(header)
    }

    deinit { nlmsg_free(pointer) }

    /// Adds the bytes of a C structure, filled up to a multiple of four.
    func append<Value: BitwiseCopyable>(_ value: Value) {
        let failure = withUnsafeBytes(of: value) { bytes in
            nlmsg_append(
                pointer, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count,
                Int32(NLMSG_ALIGNTO))
        }
        precondition(failure == 0, "a request fits into its message")
    }

    /// Adds an attribute that is a number or a C structure.
    func put<Value: BitwiseCopyable>(_ type: Int, _ value: Value) {
        withUnsafeBytes(of: value) { put(type, bytes: $0) }
    }

    /// Adds an attribute that is a text, with its ending zero.
    func put(_ type: Int, text: String) {
        (Array(text.utf8) + [0]).withUnsafeBytes { put(type, bytes: $0) }
    }

    func put(_ type: Int, bytes: UnsafeRawBufferPointer) {
        let failure = nla_put(pointer, Int32(type), Int32(bytes.count), bytes.baseAddress)
        precondition(failure == 0, "an attribute fits into its message")
    }

    /// Adds an attribute that holds what `body` adds.
    func nest(_ type: Int, _ body: () -> Void) {
        guard let start = nla_nest_start(pointer, Int32(type)) else {
            preconditionFailure("a nested attribute fits into its message")
        }
        body()
        nla_nest_end(pointer, start)
    }

    /// The request as it is sent, except that libnl still fills in the port and the sequence number.
    var bytes: [UInt8] {
        guard let header = nlmsg_hdr(pointer) else { return [] }
        return Array(
            UnsafeRawBufferPointer(start: header, count: Int(header.pointee.nlmsg_len)))
    }
}
