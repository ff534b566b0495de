internal import CNetlink

extension NetlinkSocket {
    /// Puts a queue back as the kernel had told it.
    func restore(
        _ queue: InterfaceState.OriginalQueue, on interface: NetworkInterface
    ) throws(NetemError) {
        var header = tcmsg()
        header.tcm_ifindex = interface.index
        header.tcm_handle = queue.handle
        header.tcm_parent = QueueTree.root
        let request = NetlinkMessage(
            type: RTM_NEWQDISC, flags: NLM_F_CREATE | NLM_F_REPLACE, header: header)
        request.put(TCA_KIND, text: queue.kind)
        if !queue.options.isEmpty {
            queue.options.withUnsafeBytes { request.put(TCA_OPTIONS, bytes: $0) }
        }
        try perform(request, "put back the queue \(queue.kind) of \(interface.name)")
    }

    /// Sets how much the kernel hands over as one packet, in both directions.
    ///
    /// - Parameter mergedBytes: most bytes to which arriving packets are merged; nil leaves it, as
    ///   kernels before 5.19 do in any case.
    func setOffloads(
        of interface: NetworkInterface, segmentsPerPacket: UInt32, mergedBytes: UInt32?
    ) throws(NetemError) {
        var header = ifinfomsg()
        header.ifi_index = interface.index
        let request = NetlinkMessage(type: RTM_NEWLINK, header: header)
        request.put(IFLA_GSO_MAX_SEGS, segmentsPerPacket)
        if let mergedBytes, interface.mergedBytes != nil {
            request.put(NetworkInterface.mergedBytesAttribute, mergedBytes)
        }
        try perform(request, "set the offloads of \(interface.name)")
    }
}
