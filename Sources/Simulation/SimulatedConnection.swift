internal import DownloadCore
internal import LinkModel
internal import Scenarios

/// An HTTP/1.1 connection in a ``World``, seen from both of its ends.
struct SimulatedConnection {
    enum State { case connecting, idle, busy, closed }

    var link: LinkConnection
    /// The engine's view.
    var state = State.connecting
    /// What it waits for; nil when it is not busy.
    private(set) var request: FetchRequest?
    private(set) var requestID: RequestID?
    /// The token that the request was sent with; 0: none.
    private(set) var token = 0
    /// Bytes of the request's head that have not reached the origin yet.
    var requestMissing = 0
    /// Known from when the request reached the origin.
    private(set) var answer: SimulatedAnswer?
    var arrival = Arrival()
    /// What becomes of the body of a part, and the part on the disk that it is of.
    private(set) var bodyPlan: BodyPlan?
    private(set) var key: SimulatedDisk.Key?
    /// What of the part has arrived and is not on the disk yet.
    var writing: Writing?
    /// The origin's view.
    var playback: Playback?
    /// The origin has closed its end: it hears no request any more.
    var isClosedByOrigin = false

    /// What has arrived of a response, and what becomes of it. Plain memory: it is looked at for every
    /// packet.
    struct Arrival {
        enum Decision {
            case undecided
            case part
            case playlist(limit: Int)
            case key(limit: Int)
            case dismiss
        }

        /// Bytes of the head of the response, once there is an answer.
        var headMissing = 0
        var bodyReceived = 0
        /// Bytes of the last chunk, which ends a body without a declared length.
        var endMissing = 0
        var decision = Decision.undecided
        /// Of a part: bytes to pass over, and how many are taken then.
        var skip = 0
        var room = 0

        func isWhole(_ answer: SimulatedAnswer) -> Bool {
            headMissing == 0 && bodyReceived == answer.wholeLength && endMissing == 0
        }
    }

    /// Bytes of a body that follow one another.
    struct Writing {
        private(set) var range: Range<Int>
        /// Most of them, so that the disk syncs when it would have.
        let most: Int

        init(range: Range<Int>, most: Int) {
            self.range = range
            self.most = most
        }

        /// Takes in what follows.
        /// - Returns: whether it does, and there is room for it.
        mutating func extend(to next: Range<Int>) -> Bool {
            guard range.upperBound == next.lowerBound, range.count + next.count <= most
            else { return false }
            range = range.lowerBound..<next.upperBound
            return true
        }
    }

    /// The origin's answer while it goes out.
    struct Playback {
        var answer: SimulatedAnswer
        var entry: OriginRecord.Entry
        /// Bytes of the body given to the link.
        var offered = 0
        var nextPause = 0
    }

    /// An answer that waits until the link has taken what was offered; apart from the connection,
    /// since it is looked at in every step.
    struct Draining {
        /// Place of the connection in the world.
        var index: Int
        var link: LinkConnection
        /// Of what was offered, not yet taken when last looked at.
        var backlog: Int
    }

    /// - Parameters:
    ///   - token: that it is sent with; 0: none.
    ///   - bytes: of its head.
    mutating func begin(_ request: FetchRequest, token: Int, bytes: Int) {
        state = .busy
        self.request = request
        requestID = request.id
        self.token = token
        requestMissing = bytes
        answer = nil
        arrival = Arrival()
    }

    /// The request has reached the origin.
    mutating func expect(_ answer: SimulatedAnswer) {
        self.answer = answer
        arrival.headMissing = answer.headBytes
    }

    /// What comes from now on is a part's.
    mutating func receive(_ plan: BodyPlan, into key: SimulatedDisk.Key?) {
        arrival.decision = .part
        arrival.skip = plan.skip
        arrival.room = plan.take ?? plan.limit
        bodyPlan = plan
        self.key = key
    }

    /// Waits for nothing any more.
    mutating func end(_ state: State) {
        precondition(writing == nil, "what has arrived is on the disk before a response is over")
        self.state = state
        request = nil
        requestID = nil
        answer = nil
    }
}
