import Testing

@testable import LinkConditioner

@Suite struct `The kernel's capabilities` {
    private func probe(_ files: [String: String]) -> [String: Capability] {
        let found = KernelCapabilities.probe { files[$0] }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
    }

    static let kernel = ["/proc/sys/kernel/osrelease": "6.1.0-18-amd64\n"]

    @Test func `are told by what is loaded, built in and loadable`() {
        var files = Self.kernel
        files["/proc/modules"] = "sch_netem 20480 0 - Live 0x0\n"
        files["/lib/modules/6.1.0-18-amd64/modules.builtin"] = "kernel/net/sched/sch_tbf.ko\n"
        files["/lib/modules/6.1.0-18-amd64/modules.dep"] = "kernel/net/sched/sch-htb.ko.xz: a.ko\n"
        let found = probe(files)
        #expect(found["sch_netem"]?.detail == "loaded")
        #expect(found["sch_tbf"]?.detail == "built into this kernel")
        #expect(found["sch_htb"]?.detail == "a module that is not loaded yet")
        #expect(found["sch_htb"]?.isAvailable == true)
        #expect(found["ifb"]?.isAvailable == false)
        #expect(found["ifb"]?.detail == "kernel 6.1.0-18-amd64 has no such module")
    }

    @Test func `are said to be unknown without a list of modules`() {
        let netem = probe(Self.kernel)["sch_netem"]
        #expect(netem?.isAvailable == false)
        #expect(
            netem?.detail
                == "not loaded, and there is no list of modules of kernel 6.1.0-18-amd64")
        #expect(netem?.remedy?.hasPrefix("use --link throttle") == true)
    }

    @Test(arguments: [
        ("000001ffffffffff", true), ("0000000000001000", true), ("0000000000000fff", false),
    ])
    func `include CAP_NET_ADMIN when its bit is set`(mask: String, isAvailable: Bool) {
        let files = ["/proc/self/status": "Name:\ta\nCapPrm:\t0\nCapEff:\t\(mask)\nCapBnd:\t0\n"]
        #expect(probe(files)["CAP_NET_ADMIN"]?.isAvailable == isAvailable)
    }

    @Test func `include user namespaces unless a switch forbids them`() {
        let most = "/proc/sys/user/max_user_namespaces"
        let clone = "/proc/sys/kernel/unprivileged_userns_clone"
        #expect(probe([most: "100\n"])["user namespaces"]?.isAvailable == true)
        #expect(probe([:])["user namespaces"]?.detail == "this kernel has none")
        #expect(probe([most: "0\n"])["user namespaces"]?.detail == "\(most) is 0")
        let forbidden = probe([most: "100\n", clone: "0\n"])["user namespaces"]
        #expect(forbidden?.detail == "\(clone) is 0")
        #expect(forbidden?.remedy == "as root: sysctl kernel.unprivileged_userns_clone=1")
    }

    @Test func `name every part of a netem link once`() {
        let names = KernelCapabilities.probe().map(\.name)
        #expect(
            names == [
                "libnl", "netlink route socket", "CAP_NET_ADMIN", "user namespaces", "sch_netem",
                "sch_tbf", "sch_htb", "ifb",
            ])
    }

    @Test func `have a remedy exactly when they are missing`() {
        for capability in KernelCapabilities.probe() {
            #expect((capability.remedy == nil) == capability.isAvailable)
        }
    }
}
