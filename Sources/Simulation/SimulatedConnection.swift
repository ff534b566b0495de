internal import DownloadCore
internal import LinkModel
internal import Scenarios

/// An HTTP/1.1 connection in a ``World``, seen from both of its ends.
struct SimulatedConnection {
    enum State { case connecting, idle, busy, closed }

    var link: LinkConnection
    /// The engine's view.
    var state = State.connecting
    var exchange: Exchange?
    /// Bytes of the request's head that have not reached the origin yet.
    var requestMissing = 0
    /// The origin's view.
    var playback: Playback?
    /// The origin has closed its end: it hears no request any more.
    var isClosedByOrigin = false

    /// A request and what has arrived of its response.
    struct Exchange {
        enum Decision {
            case undecided
            /// With the part on the disk that the bytes are of.
            case part(BodyPlan, SimulatedDisk.Key?, skip: Int, room: Int)
            case playlist(limit: Int)
            case key(limit: Int)
            case dismiss
        }

        var request: FetchRequest
        /// The token that it is sent with; 0: none.
        var token: Int
        /// Known from when the request reached the origin.
        var answer: SimulatedAnswer?
        /// Bytes of the head of the response, once there is an answer.
        var headMissing = 0
        var bodyReceived = 0
        /// Bytes of the last chunk, which ends a body without a declared length.
        var endMissing = 0
        var decision = Decision.undecided

        var isComplete: Bool {
            guard let answer, headMissing == 0 else { return false }
            return bodyReceived == answer.wholeLength && endMissing == 0
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
}
