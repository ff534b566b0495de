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
    /// Bytes of the request head that have reached the origin.
    var requestBytes = 0
    /// The origin's view.
    var playback: Playback?

    /// A request and what has arrived of its response.
    struct Exchange {
        enum Decision {
            case undecided
            case part(BodyPlan, skip: Int, room: Int)
            case playlist(limit: Int)
            case dismiss
        }

        var request: FetchRequest
        /// Known from when the request reached the origin.
        var plan: ResponsePlan?
        var headMissing = World.responseHeadBytes
        var bodyReceived = 0
        /// Bytes of the last chunk, which ends a body without a declared length.
        var endMissing = 0
        var decision = Decision.undecided

        var isComplete: Bool {
            guard let plan, headMissing == 0 else { return false }
            return bodyReceived == plan.declaredLength ?? plan.bodyLength && endMissing == 0
        }
    }

    /// The origin's answer while it goes out.
    struct Playback {
        var plan: ResponsePlan
        var entry: OriginRecord.Entry
        /// Bytes of the body given to the link.
        var offered = 0
        var nextPause = 0
        /// Of what was offered, not yet taken when last looked at.
        var backlog = 0
    }
}

extension ResponsePlan {
    /// Without a declared length a body goes out in chunks.
    var isChunked: Bool { body != .none && declaredLength == nil }
}
