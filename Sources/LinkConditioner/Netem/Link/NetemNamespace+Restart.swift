internal import Glibc
internal import Synchronization

extension NetemNamespace {
    /// Says in the environment that a process should enter a namespace before anything else.
    private static let mark = "HLSLAB_ENTER_NAMESPACE"
    private static let entered = Mutex(Parts())

    /// What this process has for itself since its new start.
    package static var own: Parts { entered.withLock { $0 } }

    /// Whether this process has a network of its own.
    package static var isEntered: Bool { own.contains(.network) }

    /// For the first line of a command: enters what ``restart(for:)`` asked for.
    ///
    /// - Throws: as ``enter(_:)``.
    package static func enterIfAsked() throws(NetemError) {
        guard let asked = getenv(mark).map({ String(cString: $0) }) else { return }
        // What this process starts later should not do the same.
        unsetenv(mark)
        let parts = Parts(rawValue: UInt8(asked) ?? Parts.network.rawValue)
        try enter(parts)
        entered.withLock { $0 = parts }
    }

    /// Starts this command anew, with the same arguments, in the same process: without the threads
    /// that it has by now, so that ``enterIfAsked()`` can enter namespaces. Standard input and
    /// output, the process's number and its exit code stay what they are.
    ///
    /// To be called before anything is held that the new start would need too: files that are not
    /// closed on exec stay open.
    ///
    /// - Throws: ``NetemError/file(attempt:path:code:)`` when the program cannot be started anew.
    package static func restart(for parts: Parts = .network) throws(NetemError) -> Never {
        setenv(mark, "\(parts.rawValue)", 1)
        // Threads of a pool keep signals off, and a new start would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var arguments = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        execv("/proc/self/exe", arguments)
        let code = errno
        unsetenv(mark)
        throw .file(attempt: "start anew", path: "/proc/self/exe", code: code)
    }
}
