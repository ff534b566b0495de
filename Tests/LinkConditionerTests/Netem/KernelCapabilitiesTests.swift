import Glibc
import Testing

@testable import LinkConditioner

@Suite struct `The kernel's capabilities` {
    /// A kernel on which nothing can be tried.
    private static let closed = KernelTrial(failure: EPERM, results: [:])

    private func probe(
        _ files: [String: String], own: KernelTrial = closed, user: KernelTrial = closed
    ) -> [String: Capability] {
        let found = KernelCapabilities.probe(own: own, inUserNamespace: user) { files[$0] }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0) })
    }

    private static func trial(_ codes: [KernelTrial.Request: Int32]) -> KernelTrial {
        let works = KernelTrial.Request.allCases.map { ($0, codes[$0] ?? 0) }
        return KernelTrial(failure: 0, results: Dictionary(uniqueKeysWithValues: works))
    }

    static let kernel = ["/proc/sys/kernel/osrelease": "6.1.0-18-amd64\n"]

    @Test func `are those that the kernel gave when it was asked for them`() {
        let found = probe(Self.kernel, own: Self.trial([.netem: ENOENT]))
        #expect(found["sch_tbf"]?.detail == "tried: works")
        #expect(found["sch_netem"]?.isAvailable == false)
        #expect(found["sch_netem"]?.detail == "tried: No such file or directory")
        #expect(found["sch_netem"]?.remedy?.hasPrefix("use --link throttle") == true)
        #expect(found["network namespaces"]?.detail == "tried: works")
    }

    @Test func `are tried in a user namespace by those who are not root`() {
        let found = probe(Self.kernel, own: Self.closed, user: Self.trial([:]))
        #expect(found["network namespaces"]?.detail == "tried: works with a user namespace")
        #expect(found["user namespaces"]?.isAvailable == true)
        #expect(found["sch_netem"]?.isAvailable == true)
    }

    @Test func `name the module that could be loaded`() {
        var files = Self.kernel
        files["/lib/modules/6.1.0-18-amd64/modules.dep"] = "kernel/net/sched/sch_netem.ko: a.ko\n"
        let found = probe(files, own: Self.trial([.netem: ENOENT]))
        #expect(found["sch_netem"]?.remedy == "as root: modprobe sch_netem")
    }

    @Test func `are told by lists of modules where nothing can be tried`() {
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
        #expect(found["network namespaces"]?.detail == "tried: Operation not permitted")
    }

    @Test(arguments: [
        ("000001ffffffffff", true), ("0000000000001000", true), ("0000000000000fff", false),
    ])
    func `include CAP_NET_ADMIN when its bit is set`(mask: String, isAvailable: Bool) {
        let files = ["/proc/self/status": "Name:\ta\nCapPrm:\t0\nCapEff:\t\(mask)\nCapBnd:\t0\n"]
        #expect(probe(files)["CAP_NET_ADMIN"]?.isAvailable == isAvailable)
    }

    @Test func `name the switch that forbids user namespaces`() {
        let most = "/proc/sys/user/max_user_namespaces"
        let clone = "/proc/sys/kernel/unprivileged_userns_clone"
        #expect(probe([:])["user namespaces"]?.detail == "tried: Operation not permitted")
        #expect(probe([most: "0\n"])["user namespaces"]?.detail == "\(most) is 0")
        let forbidden = probe([most: "100\n", clone: "0\n"])["user namespaces"]
        #expect(forbidden?.detail == "\(clone) is 0")
        #expect(forbidden?.remedy == "as root: sysctl kernel.unprivileged_userns_clone=1")
    }

    @Test func `name every part of a netem link once`() {
        let names = KernelCapabilities.probe().map(\.name)
        #expect(
            names == [
                "libnl", "netlink route socket", "CAP_NET_ADMIN", "network namespaces",
                "user namespaces", "sch_netem", "sch_tbf", "sch_htb", "ifb",
                "cls_u32 and act_mirred",
            ])
    }

    @Test func `have a remedy exactly when they are missing`() {
        for capability in KernelCapabilities.probe() {
            #expect((capability.remedy == nil) == capability.isAvailable)
        }
    }

    @Test(.inNamespace) func `are true: a namespace does have what was found`() throws {
        let found = KernelTrial.run(inUserNamespace: false)
        #expect(found.has(.tokenBucket))
        #expect(found.has(.netem) == (try KernelCapabilities.hasNetem()))
    }
}
