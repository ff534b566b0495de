internal import Glibc
internal import Synchronization

extension NetemNamespace {
    /// Says in the environment that a process should enter a namespace before anything else.
    private static let mark = "HLSLAB_ENTER_NAMESPACE"
    private static let entered = Mutex(false)

    /// Whether this process has entered a namespace of its own.
    package static var isEntered: Bool { entered.withLock { $0 } }

    /// For the first line of a command: enters a namespace when ``restart()`` asked for it.
    ///
    /// - Throws: as ``enter()``.
    package static func enterIfAsked() throws(NetemError) {
        guard getenv(mark) != nil else { return }
        // What this process starts later should not do the same.
        unsetenv(mark)
        try enter()
        entered.withLock { $0 = true }
    }

    /// Starts this command anew, with the same arguments, in the same process: without the threads
    /// that it has by now, so that ``enterIfAsked()`` can enter a namespace. Standard input and
    /// output, the process's number and its exit code stay what they are.
    ///
    /// To be called before anything is held that the new start would need too: files that are not
    /// closed on exec stay open.
    ///
    /// - Throws: ``NetemError/file(attempt:path:code:)`` when the program cannot be started anew.
    package static func restart() throws(NetemError) -> Never {
        setenv(mark, "1", 1)
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
