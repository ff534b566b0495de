internal import CNetlink
internal import Glibc

/// Finds out what this machine offers for links made by the kernel.
///
/// It asks the kernel for each thing in a namespace that vanishes at once, in a child process: lists
/// of modules do not have what is built in on every machine.
package enum KernelCapabilities {
    /// What is there and what is not, in the order in which a reader wants to know.
    package static func probe() -> [Capability] {
        let own = KernelTrial.run(inUserNamespace: false)
        let user = KernelTrial.run(inUserNamespace: true)
        return [libnl(), routeSocket()]
            + probe(own: own, inUserNamespace: user, reading: TextFile.read)
    }

    /// Whether a link with delay, jitter or loss can be had.
    static func hasNetem() throws(NetemError) -> Bool {
        let trial = KernelTrial.run()
        guard trial.failure == 0 else { throw .noNamespace(code: trial.failure) }
        return trial.has(.netem)
    }

    /// The part of ``probe()`` that judges; `read` gives a file's text, nil when it is not there.
    static func probe(
        own: KernelTrial, inUserNamespace user: KernelTrial, reading read: (String) -> String?
    ) -> [Capability] {
        let kernel = read("/proc/sys/kernel/osrelease")?.firstLine ?? "unknown"
        let index = KernelModuleIndex(kernel: kernel, reading: read)
        let trial = own.failure == 0 ? own : user
        return [
            netAdmin(reading: read), networkNamespaces(own, user),
            userNamespaces(user, reading: read),
        ] + KernelTrial.Request.allCases.map { capability($0, trial, index) }
    }

    private static func capability(
        _ request: KernelTrial.Request, _ trial: KernelTrial, _ index: KernelModuleIndex
    ) -> Capability {
        let name = request.rawValue
        // Without a namespace to try in, the lists of modules have to do.
        guard trial.failure == 0 else { return index.capability(of: name) }
        guard let code = trial.results[request], code != 0 else {
            return Capability(name: name, isAvailable: true, detail: "tried: works")
        }
        let reason = "tried: \(String(cString: strerror(code)))"
        let remedy =
            index.isLoadable(name)
            ? "as root: modprobe \(name)"
            : "use --link throttle, which needs no kernel support, or run in ci/netem-vm"
        return Capability(name: name, isAvailable: false, detail: reason, remedy: remedy)
    }

    private static func networkNamespaces(_ own: KernelTrial, _ user: KernelTrial) -> Capability {
        let name = "network namespaces"
        if own.failure == 0 {
            return Capability(name: name, isAvailable: true, detail: "tried: works")
        }
        if user.failure == 0 {
            return Capability(
                name: name, isAvailable: true, detail: "tried: works with a user namespace")
        }
        return Capability(
            name: name, isAvailable: false,
            detail: "tried: \(String(cString: strerror(own.failure)))",
            remedy: "run as root, or allow user namespaces, or run in ci/netem-vm")
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

    private static func userNamespaces(
        _ trial: KernelTrial, reading read: (String) -> String?
    ) -> Capability {
        let name = "user namespaces"
        if trial.failure == 0 {
            return Capability(name: name, isAvailable: true, detail: "tried: works")
        }
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
        let detail = "tried: \(String(cString: strerror(trial.failure)))"
        return Capability(
            name: name, isAvailable: false, detail: detail,
            remedy: "run as root, or in a container that allows unshare(2), or in ci/netem-vm")
    }
}
