internal import CNetlink
internal import Glibc

/// A network namespace of its own for this process: a network without anything in it, which
/// vanishes with the last process in it, however that ends.
package enum NetemNamespace {
    /// What a process can have for itself.
    package struct Parts: OptionSet, Sendable {
        package var rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let network = Parts(rawValue: 1)
        /// What is mounted from then on nobody else sees, and goes with the process.
        package static let mounts = Parts(rawValue: 2)
    }

    /// Moves this process to namespaces of its own; when it is not root, to a new user namespace
    /// too, in which it may set up networks and mount, and keeps its user and group.
    ///
    /// To be called first of all in a fresh process: a namespace belongs to a thread, and threads
    /// that are there already would stay outside.
    ///
    /// - Throws: ``NetemError/threadsRunning(count:)``, ``NetemError/noNamespace(code:)``,
    ///   ``NetemError/noMounts(code:)``
    package static func enter(_ parts: Parts = .network) throws(NetemError) {
        let threads = threadCount()
        guard threads <= 1 else { throw .threadsRunning(count: threads) }
        try unshare(parts)
        guard parts.contains(.mounts) else { return }
        // What is mounted here would else appear where this process came from (mount_namespaces(7)).
        let flags = UInt(MS_REC) | UInt(MS_SLAVE)
        guard mount("none", "/", nil, flags, nil) == 0 else { throw .noMounts(code: errno) }
    }

    /// Passes when this machine gives mounts of its own to a process. Enters nothing.
    ///
    /// - Throws: ``NetemError/noMounts(code:)``
    package static func requireMounts() throws(NetemError) {
        if geteuid() == 0, shim_try_mounts(0) == 0 { return }
        let failure = shim_try_mounts(1)
        guard failure == 0 else { throw .noMounts(code: failure) }
    }

    private static func unshare(_ parts: Parts) throws(NetemError) {
        let network: Int32 = parts.contains(.network) ? 1 : 0
        let mounts: Int32 = parts.contains(.mounts) ? 1 : 0
        if geteuid() == 0, shim_unshare(0, network, mounts) == 0 { return }
        let (user, group) = (geteuid(), getegid())
        let failure = shim_unshare(1, network, mounts)
        guard failure == 0 else {
            throw parts.contains(.network)
                ? .noNamespace(code: failure) : .noMounts(code: failure)
        }
        // Without a right to change groups the kernel asks for this first (user_namespaces(7)).
        try KernelFile.write("deny", to: "/proc/self/setgroups")
        try KernelFile.write("\(user) \(user) 1", to: "/proc/self/uid_map")
        try KernelFile.write("\(group) \(group) 1", to: "/proc/self/gid_map")
    }

    /// Moves the calling thread alone to a new network namespace. Needs root. For one who gives the
    /// thread to nobody else: sockets that it opens belong to the namespace, on whatever thread
    /// they are used later.
    package static func enterOnThisThread() throws(NetemError) {
        let failure = shim_unshare_network()
        guard failure == 0 else { throw .noNamespace(code: failure) }
    }

    /// Threads of this process; 1 when nobody says.
    private static func threadCount() -> Int {
        guard let folder = opendir("/proc/self/task") else { return 1 }
        defer { closedir(folder) }
        var entries = 0
        while readdir(folder) != nil { entries += 1 }
        // The folder itself and the one above it are listed too.
        return max(1, entries - 2)
    }
}
