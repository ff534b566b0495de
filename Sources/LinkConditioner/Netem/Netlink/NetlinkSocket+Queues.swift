internal import CNetlink

/// A queue as the kernel lists it.
struct ListedQueue: Sendable {
    var handle: UInt32
    var parent: UInt32
    var kind: String
    /// The value of `TCA_OPTIONS`, as the kernel sent it.
    var options: [UInt8]
    var counts: QueueCounts

    /// The settings, where the kind is one of the lab's.
    var queue: KernelQueue? { KernelQueue(kind: kind, readBack: options[...]) }
}

extension NetlinkSocket {
    /// The request that puts a queue in its place, or changes the one that is there.
    ///
    /// - Parameter previous: what is there already; it is changed and keeps its packets.
    static func request(
        _ node: QueueTree.Node, on index: Int32, replacing previous: KernelQueue? = nil
    ) -> NetlinkMessage {
        var header = tcmsg()
        header.tcm_ifindex = index
        header.tcm_handle = node.handle
        header.tcm_parent = node.parent
        let flags = previous == nil ? NLM_F_CREATE | NLM_F_REPLACE : 0
        let request = NetlinkMessage(type: RTM_NEWQDISC, flags: flags, header: header)
        request.put(TCA_KIND, text: node.queue.kind)
        node.queue.writeOptions(into: request, replacing: previous)
        return request
    }

    func set(
        _ node: QueueTree.Node, on interface: NetworkInterface,
        replacing previous: KernelQueue? = nil
    ) throws(NetemError) {
        let verb = previous == nil ? "add" : "change"
        try perform(
            Self.request(node, on: interface.index, replacing: previous),
            "\(verb) the queue \(node.queue.kind) of \(interface.name)")
    }

    /// Every queue of an interface, also those that the kernel made by itself.
    func queues(of interface: NetworkInterface) throws(NetemError) -> [ListedQueue] {
        var header = tcmsg()
        header.tcm_ifindex = interface.index
        let request = NetlinkMessage(type: RTM_GETQDISC, flags: NLM_F_DUMP, header: header)
        // The kernel lists all interfaces whatever the request says.
        return try list(request, "list the queues of \(interface.name)").compactMap { reply in
            guard let header: tcmsg = reply.payload.structure(),
                header.tcm_ifindex == interface.index
            else { return nil }
            let attributes = reply.attributes(behind: tcmsg.self)
            return ListedQueue(
                handle: header.tcm_handle, parent: header.tcm_parent,
                kind: attributes.text(TCA_KIND) ?? "",
                options: Array(attributes[TCA_OPTIONS] ?? []),
                counts: QueueCounts(attributes))
        }
    }

    /// Removes what is at a place; the kernel puts its default there.
    func removeQueue(
        at parent: UInt32, handle: UInt32 = 0, of interface: NetworkInterface
    ) throws(NetemError) {
        var header = tcmsg()
        header.tcm_ifindex = interface.index
        header.tcm_parent = parent
        header.tcm_handle = handle
        try perform(
            NetlinkMessage(type: RTM_DELQDISC, header: header),
            "remove the queue of \(interface.name)")
    }

    /// Where packets that arrive at an interface can be looked at: its `ingress`.
    static let arrivals = UInt32(TC_H_CLSACT)
    static let arrivalsHandle: UInt32 = 0xFFFF_0000

    /// Makes arriving packets visible to filters.
    func addArrivals(to interface: NetworkInterface) throws(NetemError) {
        var header = tcmsg()
        header.tcm_ifindex = interface.index
        header.tcm_parent = Self.arrivals
        header.tcm_handle = Self.arrivalsHandle
        let request = NetlinkMessage(
            type: RTM_NEWQDISC, flags: NLM_F_CREATE | NLM_F_EXCL, header: header)
        request.put(TCA_KIND, text: "ingress")
        try perform(request, "look at what arrives at \(interface.name)")
    }
}
