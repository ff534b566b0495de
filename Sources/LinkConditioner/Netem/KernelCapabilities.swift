internal import CNetlink

/// Finds out what this machine offers for links made by the kernel, without changing anything.
///
/// It reads what the kernel and its module lists say and opens one netlink socket. Whether a queue
/// can really be set up is only known by setting it up; that belongs to the run.
package enum KernelCapabilities {
    /// Kernel modules that a netem link is made of: `tc` queues and the device for the way in.
    package static let modules = ["sch_netem", "sch_tbf", "sch_htb", "ifb"]

    /// What is there and what is not, in the order in which a reader wants to know.
    package static func probe() -> [Capability] {
        [libnl(), routeSocket()] + probe(reading: TextFile.read)
    }

    /// The part of ``probe()`` that reads files; `read` gives a file's text, nil when it is not
    /// there.
    static func probe(reading read: (String) -> String?) -> [Capability] {
        let kernel = read("/proc/sys/kernel/osrelease")?.firstLine ?? "unknown"
        let index = KernelModuleIndex(kernel: kernel, reading: read)
        return [netAdmin(reading: read), userNamespaces(reading: read)]
            + modules.map { index.capability(of: $0) }
    }

    private static func libnl() -> Capability {
        let running = "\(nl_ver_maj).\(nl_ver_min).\(nl_ver_mic)"
        return Capability(
            name: "libnl", isAvailable: true,
            detail: "version \(running), built against \(LIBNL_VERSION)")
    }

    private static func routeSocket() -> Capability {
        let name = "netlink route socket"
        let remedy = "run where netlink sockets are allowed; some containers forbid them"
        guard let socket = nl_socket_alloc() else {
            return Capability(
                name: name, isAvailable: false, detail: "no memory for a socket", remedy: remedy)
        }
        defer { nl_socket_free(socket) }
        var failure = nl_connect(socket, NETLINK_ROUTE)
        var links: OpaquePointer?
        if failure == 0 { failure = rtnl_link_alloc_cache(socket, 0, &links) }
        guard failure == 0, let links else {
            let reason = nl_geterror(failure).map { String(cString: $0) } ?? "error \(failure)"
            return Capability(name: name, isAvailable: false, detail: reason, remedy: remedy)
        }
        defer { nl_cache_free(links) }
        let count = nl_cache_nitems(links)
        return Capability(
            name: name, isAvailable: true, detail: "opens; \(count) network interfaces")
    }

    private static func netAdmin(reading read: (String) -> String?) -> Capability {
        let name = "CAP_NET_ADMIN"
        /// Number of the capability in linux/capability.h.
        let bit: UInt64 = 12
        let line = read("/proc/self/status")?.line(after: "CapEff:")
        guard let line, let mask = UInt64(line, radix: 16) else {
            return Capability(
                name: name, isAvailable: false, detail: "/proc/self/status does not say",
                remedy: "mount /proc")
        }
        if mask & (1 << bit) != 0 {
            return Capability(name: name, isAvailable: true, detail: "this process has it")
        }
        return Capability(
            name: name, isAvailable: false, detail: "this process does not have it",
            remedy: "run as root, or where user namespaces are allowed")
    }

    private static func userNamespaces(reading read: (String) -> String?) -> Capability {
        let name = "user namespaces"
        /// Each switch with the value that forbids and how to allow.
        let switches = [
            ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=1024"),
            (
                "/proc/sys/kernel/unprivileged_userns_clone", "0",
                "sysctl kernel.unprivileged_userns_clone=1"
            ),
            (
                "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1",
                "sysctl kernel.apparmor_restrict_unprivileged_userns=0"
            ),
        ]
        for (path, forbidding, remedy) in switches where read(path)?.firstLine == forbidding {
            return Capability(
                name: name, isAvailable: false, detail: "\(path) is \(forbidding)",
                remedy: "as root: \(remedy)")
        }
        guard read("/proc/sys/user/max_user_namespaces") != nil else {
            return Capability(
                name: name, isAvailable: false, detail: "this kernel has none",
                remedy: "use a kernel with CONFIG_USER_NS, or run as root")
        }
        return Capability(name: name, isAvailable: true, detail: "allowed for everyone")
    }
}
