/// Something that happens to a download from outside, once.
package struct Interruption: Sendable, Hashable {
    /// When it happens.
    package enum Moment: Sendable, Hashable {
        /// So long after the run began.
        case at(Duration)
        /// When so many media segments are durable, since the run began.
        case segments(Int)
        /// When the engine has made so many requests, since the run began.
        case requests(Int)
    }

    package enum What: Sendable, Hashable {
        /// The engine's process is killed with whatever it has, and started again after this time.
        case kill(for: Duration)
        /// The download is suspended by the app.
        case suspend(for: Duration)
        /// Nothing passes the link, and the engine is told that the network is away.
        case networkDown(for: Duration)
        /// The link is another one from then on, by the id or alias of its profile. Its timeline begins
        /// then.
        case profile(String)
        /// No byte more can be written; over sockets, none for which a block would have to be taken.
        case diskFull(for: Duration)
        /// The time of day jumps, that of the origin's dates and of the leases of keys: elapsed time
        /// does not.
        case clock(by: Duration)
        /// The origin answers 403 to the token that it took until then. The app has another one as
        /// soon as the engine asks for it.
        case tokenExpires
    }

    package var moment: Moment
    package var what: What

    package init(_ moment: Moment, _ what: What) {
        self.moment = moment
        self.what = what
    }
}

extension Interruption.What {
    /// One word, as in a scenario file.
    package var name: String {
        switch self {
        case .kill: "kill"
        case .suspend: "suspend"
        case .networkDown: "network"
        case .profile: "profile"
        case .diskFull: "diskFull"
        case .clock: "clock"
        case .tokenExpires: "token"
        }
    }

    /// How long it lasts; nil for what stays.
    package var length: Duration? {
        switch self {
        case .kill(let length), .suspend(let length), .networkDown(let length),
            .diskFull(let length):
            length
        case .profile, .clock, .tokenExpires: nil
        }
    }
}
