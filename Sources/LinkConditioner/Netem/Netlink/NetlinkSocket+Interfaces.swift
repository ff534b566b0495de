internal import CNetlink

/// An interface of the namespace that a socket belongs to.
struct NetworkInterface: Sendable, Hashable {
    var index: Int32
    var name: String
    /// `ifb`, `veth` …; nil for loopback and for hardware.
    var kind: String?
    var mtu: UInt32
    var isUp: Bool
    /// Most segments in what the kernel hands over as one packet; 1 without segmentation offload.
    var segmentsPerPacket: UInt32
    /// Most bytes to which arriving packets are merged; nil before Linux 5.19.
    var mergedBytes: UInt32?

    /// IFLA_GRO_MAX_SIZE of linux/if_link.h, which the headers of Debian 12 have and older ones not.
    static let mergedBytesAttribute = 58
}

extension NetlinkSocket {
    /// Every interface, in the kernel's order.
    func interfaces() throws(NetemError) -> [NetworkInterface] {
        let request = NetlinkMessage(type: RTM_GETLINK, flags: NLM_F_DUMP, header: ifinfomsg())
        return try list(request, "list the network interfaces").compactMap { reply in
            guard let header: ifinfomsg = reply.payload.structure() else { return nil }
            let attributes = reply.attributes(behind: ifinfomsg.self)
            return NetworkInterface(
                index: header.ifi_index, name: attributes.text(IFLA_IFNAME) ?? "",
                kind: attributes.nested(IFLA_LINKINFO)?.text(IFLA_INFO_KIND),
                mtu: attributes.value(IFLA_MTU) ?? 0,
                isUp: header.ifi_flags & InterfaceFlag.up != 0,
                segmentsPerPacket: attributes.value(IFLA_GSO_MAX_SEGS) ?? 0,
                mergedBytes: attributes.value(NetworkInterface.mergedBytesAttribute))
        }
    }

    /// - Throws: ``NetemError/unknownInterface(_:)``
    func interface(_ name: String) throws(NetemError) -> NetworkInterface {
        guard let found = try interfaces().first(where: { $0.name == name }) else {
            throw .unknownInterface(name)
        }
        return found
    }

    /// Adds a device that hands on what is redirected to it, after its queue: an `ifb`.
    func addRedirector(_ name: String) throws(NetemError) {
        let request = NetlinkMessage(
            type: RTM_NEWLINK, flags: NLM_F_CREATE | NLM_F_EXCL, header: ifinfomsg())
        request.put(IFLA_IFNAME, text: name)
        request.nest(IFLA_LINKINFO) { request.put(IFLA_INFO_KIND, text: "ifb") }
        try perform(request, "add the interface \(name) of kind ifb")
    }

    func removeInterface(_ interface: NetworkInterface) throws(NetemError) {
        var header = ifinfomsg()
        header.ifi_index = interface.index
        try perform(
            NetlinkMessage(type: RTM_DELLINK, header: header),
            "remove the interface \(interface.name)")
    }

    /// Switches an interface on.
    ///
    /// - Parameters:
    ///   - mtu: largest IP packet in bytes; nil leaves it.
    ///   - segmentsPerPacket: 1 for segmentation offload off; nil leaves it.
    func bringUp(
        _ interface: NetworkInterface, mtu: UInt32? = nil, segmentsPerPacket: UInt32? = nil
    ) throws(NetemError) {
        var header = ifinfomsg()
        header.ifi_index = interface.index
        header.ifi_flags = InterfaceFlag.up
        header.ifi_change = InterfaceFlag.up
        let request = NetlinkMessage(type: RTM_NEWLINK, header: header)
        if let mtu { request.put(IFLA_MTU, mtu) }
        if let segmentsPerPacket { request.put(IFLA_GSO_MAX_SEGS, segmentsPerPacket) }
        try perform(request, "switch the interface \(interface.name) on")
    }

    /// Indices of the interfaces that carry a default route, of IPv4 or IPv6.
    func defaultRouteInterfaces() throws(NetemError) -> Set<Int32> {
        let request = NetlinkMessage(type: RTM_GETROUTE, flags: NLM_F_DUMP, header: rtmsg())
        var found: Set<Int32> = []
        for reply in try list(request, "list the routes") {
            guard let header: rtmsg = reply.payload.structure(), header.rtm_dst_len == 0,
                header.rtm_type == UInt8(RTN_UNICAST)
            else { continue }
            let attributes = reply.attributes(behind: rtmsg.self)
            if let index: Int32 = attributes.value(Int(RTA_OIF.rawValue)) { found.insert(index) }
            // Several ways share a route: each with its interface, in `struct rtnexthop`.
            var ways = attributes[Int(RTA_MULTIPATH.rawValue)] ?? []
            while let way: rtnexthop = ways.structure(), way.rtnh_len >= 8 {
                found.insert(way.rtnh_ifindex)
                ways = ways.dropFirst((Int(way.rtnh_len) + 3) & ~3)
            }
        }
        return found
    }
}

/// Flags of an interface (linux/if.h, which clashes with the C library's net/if.h).
enum InterfaceFlag {
    /// IFF_UP
    static let up: UInt32 = 1
}

extension NetlinkSocket {
    /// Writes a congestion control into the route that leads to 127.0.0.1 within this machine.
    func setCongestionControlOfLoopbackRoute(_ name: String) throws(NetemError) {
        var header = rtmsg()
        header.rtm_family = UInt8(AF_INET)
        header.rtm_dst_len = 32
        header.rtm_table = UInt8(RT_TABLE_LOCAL.rawValue)
        header.rtm_protocol = UInt8(RTPROT_KERNEL)
        header.rtm_scope = UInt8(RT_SCOPE_HOST.rawValue)
        header.rtm_type = UInt8(RTN_LOCAL)
        let request = NetlinkMessage(
            type: RTM_NEWROUTE, flags: NLM_F_CREATE | NLM_F_REPLACE, header: header)
        let address = UInt32(0x7F00_0001).bigEndian
        request.put(Int(RTA_DST.rawValue), address)
        request.put(Int(RTA_PREFSRC.rawValue), address)
        request.put(Int(RTA_OIF.rawValue), try interface("lo").index)
        request.nest(Int(RTA_METRICS.rawValue)) { request.put(RTAX_CC_ALGO, text: name) }
        try perform(request, "set the congestion control \(name) for 127.0.0.1")
    }
}
