internal import CNetlink
internal import Glibc

/// A network namespace of its own for this process: a network without anything in it, which
/// vanishes with the last process in it, however that ends.
package enum NetemNamespace {
    /// Moves this process to a new network namespace; when it is not root, to a new user namespace
    /// too, in which it may set up networks and keeps its user and group.
    ///
    /// To be called first of all in a fresh process: a namespace belongs to a thread, and threads
    /// that are there already would stay outside.
    ///
    /// - Throws: ``NetemError/threadsRunning(count:)``, ``NetemError/noNamespace(code:)``
    package static func enter() throws(NetemError) {
        let threads = threadCount()
        guard threads <= 1 else { throw .threadsRunning(count: threads) }
        if geteuid() == 0, shim_unshare_network() == 0 { return }
        let (user, group) = (geteuid(), getegid())
        let failure = shim_unshare_user_and_network()
        guard failure == 0 else { throw .noNamespace(code: failure) }
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
