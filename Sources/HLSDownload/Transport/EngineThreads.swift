internal import NIOCore
internal import NIOPosix

/// The threads that downloads run on, each download on one of them: its connections, its decisions
/// and its files, so that bytes go from the socket to the file without waking anyone.
///
/// They are the engine's own: they also wait for files now and then, which those that a program
/// shares must not. They live as long as the process.
enum EngineThreads {
    /// More serve a machine of more processors no better: who downloads waits for the network.
    static let limit = 8

    private static let group = MultiThreadedEventLoopGroup(
        numberOfThreads: min(System.coreCount, limit))

    /// The thread of the next download.
    static func next() -> any EventLoop { group.next() }

    /// Threads that write large parts: one waits for the medium while another one writes.
    static let writers: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: 4)
        pool.start()
        return pool
    }()
}
