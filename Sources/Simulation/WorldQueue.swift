internal import DownloadCore
internal import HeapModule
internal import PlaybackCore

/// What a ``World`` does at a later time, in the order of (time, sequence).
struct WorldQueue {
    enum Act {
        /// Tell the machine.
        case event(DownloadEvent)
        /// See whether the disk has space again.
        case look
        /// What happens from outside, by its place in the settings.
        case interrupt(Int)
        /// An interruption of the scenario begins, or is over, by its place in the settings.
        case outside(Int)
        case outsideOver(Int)
        /// The engine, which ended, starts again.
        case restart
        /// Tell the machine that its time has come, if it still wishes so.
        case wake
        /// The origin sends the head of an answer, or goes on after a pause.
        case play(connection: Int, sequence: Int)
        /// Tell the player what the person does.
        case player(PlayerEvent)
        /// Tell the player that its time has come, if it still wishes so.
        case wakePlayer
        /// The player has read a segment.
        case read(PlayerRequestID, byteCount: Int)
    }

    struct Entry: Comparable {
        /// Nanoseconds since the world began.
        var time: Int
        var sequence: Int
        var act: Act

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.sequence) < (right.time, right.sequence)
        }

        static func == (left: Entry, right: Entry) -> Bool {
            left.sequence == right.sequence
        }
    }

    private var heap = Heap<Entry>()
    private var nextSequence = 0

    var nextTime: Int? { heap.min?.time }

    mutating func add(_ act: Act, at time: Int) {
        heap.insert(Entry(time: time, sequence: nextSequence, act: act))
        nextSequence += 1
    }

    /// Forgets what the engine wanted, and what it would be told of its own doing.
    mutating func removeOfEngine() {
        heap = Heap(heap.unordered.filter { !$0.act.isOfEngine })
    }

    /// Takes the next act, if it is due at `time`.
    mutating func next(dueAt time: Int) -> Act? {
        guard let entry = heap.min, entry.time <= time else { return nil }
        heap.removeMin()
        return entry.act
    }
}

extension WorldQueue.Act {
    fileprivate var isOfEngine: Bool {
        switch self {
        case .event, .look, .wake, .player, .wakePlayer, .read: true
        case .interrupt, .outside, .outsideOver, .restart, .play: false
        }
    }
}
