internal import CNetlink

/// Which packets a filter takes, of those that arrive at an interface.
enum PacketMatch: Sendable, Hashable {
    case everything
    case sourcePort(UInt16)
    case destinationPort(UInt16)

    /// What is looked at in a packet: 32 bits at a distance from its beginning, in network order.
    fileprivate func key(headerBytes: Int32) -> (mask: UInt32, value: UInt32, offset: Int32) {
        switch self {
        case .everything: (0, 0, 0)
        case .sourcePort(let port): (0xFFFF_0000, UInt32(port) << 16, headerBytes)
        case .destinationPort(let port): (0x0000_FFFF, UInt32(port), headerBytes)
        }
    }
}

extension NetlinkSocket {
    /// Sends matching packets that arrive at an interface through the queue of a redirector.
    ///
    /// IPv4 headers have 20 bytes here, without options, and IPv6 headers 40: TCP sends no others.
    ///
    /// - Parameter priority: filters are asked in this order; each needs its own.
    func redirect(
        _ match: PacketMatch, arrivingAt interface: NetworkInterface,
        to redirector: NetworkInterface, priority: UInt16
    ) throws(NetemError) {
        let families = [(ETH_P_IP, Int32(20)), (ETH_P_IPV6, Int32(40))]
        for (index, (family, headerBytes)) in families.enumerated() {
            let request = Self.redirectRequest(
                match, headerBytes: headerBytes, family: UInt16(family),
                priority: priority + UInt16(index), from: interface.index, to: redirector.index)
            try perform(request, "send packets from \(interface.name) to \(redirector.name)")
        }
    }

    static func redirectRequest(
        _ match: PacketMatch, headerBytes: Int32, family: UInt16, priority: UInt16,
        from index: Int32, to target: Int32
    ) -> NetlinkMessage {
        var header = tcmsg()
        header.tcm_ifindex = index
        header.tcm_parent = arrivalsHandle
        header.tcm_info = UInt32(priority) << 16 | UInt32(family.bigEndian)
        let request = NetlinkMessage(
            type: RTM_NEWTFILTER, flags: NLM_F_CREATE | NLM_F_EXCL, header: header)
        request.put(TCA_KIND, text: "u32")
        request.nest(TCA_OPTIONS) {
            putSelector(match, headerBytes: headerBytes, into: request)
            request.nest(TCA_U32_ACT) { putRedirection(to: target, into: request) }
        }
        return request
    }

    private static func putSelector(
        _ match: PacketMatch, headerBytes: Int32, into request: NetlinkMessage
    ) {
        var selector = tc_u32_sel()
        selector.flags = UInt8(TC_U32_TERMINAL)
        selector.nkeys = 1
        let (mask, value, offset) = match.key(headerBytes: headerBytes)
        let key = tc_u32_key(
            mask: mask.bigEndian, val: value.bigEndian, off: offset, offmask: 0)
        // The keys stand behind the selector in one attribute.
        let bytes =
            withUnsafeBytes(of: selector) { Array($0) } + withUnsafeBytes(of: key) { Array($0) }
        bytes.withUnsafeBytes { request.put(TCA_U32_SEL, bytes: $0) }
    }

    private static func putRedirection(to target: Int32, into request: NetlinkMessage) {
        var redirection = tc_mirred()
        redirection.action = TC_ACT_STOLEN
        redirection.eaction = TCA_EGRESS_REDIR
        redirection.ifindex = UInt32(target)
        // Actions are numbered by their order, from 1 on.
        request.nest(1) {
            request.put(TCA_ACT_KIND, text: "mirred")
            request.nest(TCA_ACT_OPTIONS) { request.put(TCA_MIRRED_PARMS, redirection) }
        }
    }
}
