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

    private struct Entry: Comparable {
        /// Nanoseconds since the world began.
        var time: Int
        var sequence: Int
        /// Place in ``acts``: an entry is looked at in every step, and has nothing that is counted.
        var place: Int

        static func < (left: Entry, right: Entry) -> Bool {
            left.time != right.time
                ? left.time < right.time : left.sequence < right.sequence
        }

        static func == (left: Entry, right: Entry) -> Bool {
            left.sequence == right.sequence
        }
    }

    private var heap = Heap<Entry>()
    private var nextSequence = 0
    private var acts: [Act] = []
    private var freePlaces: [Int] = []
    /// When the next act is due, nanoseconds; `Int.max` for never.
    private(set) var nextTime = Int.max

    mutating func add(_ act: Act, at time: Int) {
        let place = freePlaces.popLast() ?? acts.count
        if place == acts.count { acts.append(act) } else { acts[place] = act }
        heap.insert(Entry(time: time, sequence: nextSequence, place: place))
        nextSequence += 1
        nextTime = min(nextTime, time)
    }

    /// Forgets what the engine wanted, and what it would be told of its own doing.
    mutating func removeOfEngine() {
        var kept: [Entry] = []
        for entry in heap.unordered {
            if acts[entry.place].isOfEngine { free(entry.place) } else { kept.append(entry) }
        }
        heap = Heap(kept)
        nextTime = heap.min?.time ?? .max
    }

    /// Takes the next act, if it is due at `time`.
    mutating func next(dueAt time: Int) -> Act? {
        guard nextTime <= time else { return nil }
        let entry = heap.removeMin()
        nextTime = heap.min?.time ?? .max
        defer { free(entry.place) }
        return acts[entry.place]
    }

    private mutating func free(_ place: Int) {
        acts[place] = .wake
        freePlaces.append(place)
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
