internal import CNetlink

/// What the kernel says to one request. libnl's callbacks write it.
final class NetlinkConversation {
    struct Refusal {
        var code: Int32
        /// `Specified qdisc kind is unknown`, for example, when the kernel gives a reason.
        var words: String?
    }

    private(set) var replies: [NetlinkReply] = []
    private(set) var refusal: Refusal?
    private(set) var isOver = false

    /// Callbacks that write into this object, which has to outlive them. The caller owns them.
    func callbacks() -> OpaquePointer? {
        guard let callbacks = nl_cb_alloc(NL_CB_DEFAULT) else { return nil }
        let me = Unmanaged.passUnretained(self).toOpaque()
        nl_cb_set(
            callbacks, NL_CB_VALID, NL_CB_CUSTOM, { NetlinkConversation.from($1).hear($0) }, me)
        nl_cb_set(
            callbacks, NL_CB_FINISH, NL_CB_CUSTOM, { NetlinkConversation.from($1).end($0) }, me)
        nl_cb_set(callbacks, NL_CB_ACK, NL_CB_CUSTOM, { NetlinkConversation.from($1).end($0) }, me)
        nl_cb_err(callbacks, NL_CB_CUSTOM, { NetlinkConversation.from($2).refuse($1) }, me)
        return callbacks
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> NetlinkConversation {
        guard let context else { preconditionFailure("a callback gets its context") }
        return Unmanaged<NetlinkConversation>.fromOpaque(context).takeUnretainedValue()
    }

    private func hear(_ message: OpaquePointer?) -> Int32 {
        guard let header = nlmsg_hdr(message) else { return Int32(NL_OK.rawValue) }
        let all = UnsafeRawBufferPointer(start: header, count: Int(header.pointee.nlmsg_len))
        let payload = Array(all.dropFirst(MemoryLayout<nlmsghdr>.size))
        replies.append(NetlinkReply(type: Int(header.pointee.nlmsg_type), payload: payload[...]))
        return Int32(NL_OK.rawValue)
    }

    private func end(_ message: OpaquePointer?) -> Int32 {
        isOver = true
        return Int32(NL_STOP.rawValue)
    }

    private func refuse(_ error: UnsafeMutablePointer<nlmsgerr>?) -> Int32 {
        isOver = true
        refusal = Refusal(code: 0)
        guard let error else { return Int32(NL_STOP.rawValue) }
        refusal = Refusal(code: -error.pointee.error, words: Self.words(behind: error))
        return Int32(NL_STOP.rawValue)
    }

    /// The kernel's reason, which stands behind the request that it repeats (netlink(7)).
    private static func words(behind error: UnsafeMutablePointer<nlmsgerr>) -> String? {
        let headerBytes = MemoryLayout<nlmsghdr>.size
        let start = UnsafeRawPointer(error) - headerBytes
        let header = start.load(as: nlmsghdr.self)
        guard Int32(header.nlmsg_flags) & NLM_F_ACK_TLVS != 0 else { return nil }
        let isCapped = Int32(header.nlmsg_flags) & NLM_F_CAPPED != 0
        let request = isCapped ? headerBytes : (Int(error.pointee.msg.nlmsg_len) + 3) & ~3
        let offset = headerBytes + MemoryLayout<Int32>.size + request
        guard offset < Int(header.nlmsg_len) else { return nil }
        let all = UnsafeRawBufferPointer(start: start, count: Int(header.nlmsg_len))
        return NetlinkAttributes(Array(all.dropFirst(offset))[...]).text(NLMSGERR_ATTR_MSG)
    }
}

private let NLMSGERR_ATTR_MSG = Int(CNetlink.NLMSGERR_ATTR_MSG.rawValue)
