// How long a request may be silent.
extension DownloadMachine {
    /// What came from a request's server for other requests while it was silent itself.
    struct Overtaken: Sendable {
        var bytes = 0
        /// When the last of them came.
        var lastSign = Duration.zero

        /// - Returns: whether a queue explains the request's silence no longer.
        mutating func note(_ count: Int, at now: Duration) -> Bool {
            let before = bytes
            bytes += count
            lastSign = now
            return before < DownloadMachine.queueAhead && bytes >= DownloadMachine.queueAhead
        }
    }

    /// Bytes that may lie in a queue ahead of a request's own. While fewer than these have come from
    /// its server for others, its silence may be nothing but a slow link: 50 packets of queue, as
    /// phones and modems have, last half a minute at 20 kbit/s, and the four times of it that some
    /// have twelve seconds at that of EDGE.
    static let queueAhead = 256 << 10

    /// A request whose bytes have come, or its head: nobody can say that its server is silent.
    /// - Returns: whether no request has less time now than before.
    @discardableResult
    mutating func noteSign(_ index: Int, bytes: Int, at now: Duration) -> Bool {
        var leavesTime = open[index].lastSign != nil
        open[index].lastSign = now
        open[index].overtaken = Overtaken()
        let server = open[index].server
        for place in open.indices where place != index && open[place].server == server {
            if open[place].overtaken.note(bytes, at: now) { leavesTime = false }
        }
        return leavesTime
    }

    /// When a request has been silent for too long: since its own last sign of life, or since that of
    /// its server while a queue may explain why it was not its own.
    /// - Parameter place: of the request among the open ones.
    func deadline(of place: Int) -> Duration {
        let own = open[place].lastSign ?? open[place].startedAt
        let patience =
            open[place].lastSign == nil ? options.timeouts.firstByte : options.timeouts.progress
        guard open[place].overtaken.bytes < Self.queueAhead else { return own + patience }
        return max(own, open[place].overtaken.lastSign) + patience
    }

    /// A number for a host and port that all open requests to it have in common.
    func server(of host: String?, for id: RequestID) -> Int {
        open.first { $0.host == host }?.server ?? id.number
    }
}
