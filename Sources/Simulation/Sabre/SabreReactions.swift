/// How long a session takes to play what a link that became faster can sustain.
struct SabreReactions: Sendable {
    private struct Rise: Sendable {
        var time: Double
        var level: Int
        /// When the level was played, or the link fell below it.
        var settled: Double?
    }

    private let bufferSize: Double
    private var rises: [Rise] = []
    /// Milliseconds, each rise counting at most the size of the buffer.
    private(set) var total = 0.0

    init(bufferSize: Double) {
        self.bufferSize = bufferSize
    }

    /// The link sustains another level than before.
    /// - Parameter queue: levels of the segments that wait to be played.
    mutating func sustains(_ level: Int, before: Int, at time: Double, _ queue: ArraySlice<Int>) {
        settle(at: time)
        for index in rises.indices where rises[index].settled == nil && rises[index].level > level {
            rises[index].settled = time
        }
        guard level > before, queue.allSatisfy({ $0 < level }),
            rises.allSatisfy({ $0.level < level })
        else { return }
        rises.append(Rise(time: time, level: level))
    }

    mutating func played(_ level: Int, at time: Double) {
        for index in rises.indices where rises[index].settled == nil && level >= rises[index].level
        {
            rises[index].settled = time
        }
    }

    /// Counts the rises that are a buffer ago.
    mutating func settle(at time: Double) {
        while let rise = rises.first, rise.time < time - bufferSize {
            rises.removeFirst()
            total += min(bufferSize, rise.settled.map { $0 - rise.time } ?? bufferSize)
        }
    }
}
