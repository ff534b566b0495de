internal import CNetlink
internal import Glibc

/// Asks the kernel for things in a network namespace that vanishes at once, to see what it has.
///
/// Nothing of this machine changes, except that the kernel may load a module that it has; with that
/// of ifb come two devices, `ifb0` and `ifb1`, that nobody uses.
struct KernelTrial: Sendable {
    /// What is asked for, by its name.
    enum Request: String, CaseIterable, Sendable {
        case netem = "sch_netem"
        case tokenBucket = "sch_tbf"
        case classes = "sch_htb"
        case redirector = "ifb"
        case redirection = "cls_u32 and act_mirred"
    }

    /// Why there was no namespace to try in: an errno; 0 when there was one.
    var failure: Int32
    /// For each request 0, or the errno with which the kernel refused it.
    var results: [Request: Int32]

    func has(_ request: Request) -> Bool { failure == 0 && results[request] == 0 }

    /// Tries everything in a child process, with a user namespace of its own where asked.
    static func run(inUserNamespace: Bool) -> KernelTrial {
        let requests = Request.allCases.flatMap { request in
            Self.messages(for: request).map { (request, $0.bytes) }
        }
        let bytes = requests.flatMap(\.1)
        let lengths = requests.map(\.1.count)
        var codes = [Int32](repeating: 0, count: requests.count)
        let failure = shim_probe(
            bytes, lengths, &codes, Int32(requests.count), inUserNamespace ? 1 : 0)
        var results: [Request: Int32] = [:]
        for ((request, _), code) in zip(requests, codes) where results[request, default: 0] == 0 {
            results[request] = code
        }
        return KernelTrial(failure: failure, results: results)
    }

    /// As the process is; where that is not enough, with a user namespace of its own.
    static func run() -> KernelTrial {
        let trial = run(inUserNamespace: false)
        return trial.failure == EPERM ? run(inUserNamespace: true) : trial
    }

    /// Loopback is number 1 in every namespace.
    private static let loopback: Int32 = 1
    /// A number that no other interface of a new namespace has.
    private static let redirector: Int32 = 1_000

    private static func messages(for request: Request) -> [NetlinkMessage] {
        let messages =
            switch request {
            case .netem: [root(.netem(NetemQueue()), handle: 1)]
            case .tokenBucket:
                [
                    root(
                        .tokenBucket(
                            TokenBucketQueue(
                                bytesPerSecond: 125_000, burstBytes: 2_000, limit: 10)), handle: 2)
                ]
            case .classes: [classesRequest()]
            case .redirector: [redirectorRequest()]
            case .redirection:
                [
                    arrivalsRequest(),
                    NetlinkSocket.redirectRequest(
                        .sourcePort(80), headerBytes: 20, family: UInt16(ETH_P_IP), priority: 1,
                        from: loopback, to: Self.redirector),
                ]
            }
        for message in messages { message.prepareForProbe() }
        return messages
    }

    private static func root(_ queue: KernelQueue, handle: UInt32) -> NetlinkMessage {
        NetlinkSocket.request(
            QueueTree.Node(handle: handle << 16, parent: QueueTree.root, queue: queue),
            on: loopback)
    }

    private static func classesRequest() -> NetlinkMessage {
        var header = tcmsg()
        header.tcm_ifindex = loopback
        header.tcm_handle = 3 << 16
        header.tcm_parent = QueueTree.root
        let request = NetlinkMessage(
            type: RTM_NEWQDISC, flags: NLM_F_CREATE | NLM_F_REPLACE, header: header)
        request.put(TCA_KIND, text: "htb")
        request.nest(TCA_OPTIONS) {
            var settings = tc_htb_glob()
            settings.version = UInt32(TC_HTB_PROTOVER)
            settings.rate2quantum = 10
            request.put(TCA_HTB_INIT, settings)
        }
        return request
    }

    private static func redirectorRequest() -> NetlinkMessage {
        var header = ifinfomsg()
        header.ifi_index = redirector
        let request = NetlinkMessage(
            type: RTM_NEWLINK, flags: NLM_F_CREATE | NLM_F_EXCL, header: header)
        request.put(IFLA_IFNAME, text: "hlsprobe")
        request.nest(IFLA_LINKINFO) { request.put(IFLA_INFO_KIND, text: "ifb") }
        return request
    }

    private static func arrivalsRequest() -> NetlinkMessage {
        var header = tcmsg()
        header.tcm_ifindex = loopback
        header.tcm_parent = NetlinkSocket.arrivals
        header.tcm_handle = NetlinkSocket.arrivalsHandle
        let request = NetlinkMessage(
            type: RTM_NEWQDISC, flags: NLM_F_CREATE | NLM_F_EXCL, header: header)
        request.put(TCA_KIND, text: "ingress")
        return request
    }
}

extension NetlinkMessage {
    /// Asks for an acknowledgement, which libnl does only when it sends the message itself.
    fileprivate func prepareForProbe() {
        nlmsg_hdr(pointer)?.pointee.nlmsg_flags |= UInt16(NLM_F_ACK)
    }
}
