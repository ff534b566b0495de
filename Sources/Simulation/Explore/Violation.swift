/// A rule that a download broke.
package struct Violation: Sendable, Hashable {
    package enum Rule: String, Sendable, Hashable, CaseIterable, Codable {
        /// It ends, or waits for a stated reason.
        case ends
        /// What it calls complete is complete, at the requested quality, and nothing else is called so.
        case hole
        /// A part has the bytes of one version of its file.
        case mixture
        /// Nothing at the requested quality is fetched twice, and nothing at another.
        case fetchedTwice = "fetched-twice"
        /// Progress never falls, and what is durable stays so over a restart.
        case progress
        /// At most the allowed requests are open, and as many connections.
        case connections
        /// No request is wanted before the time that an answer asked to wait for.
        case early
        /// A player reads only what is stored.
        case unstoredRead = "unstored-read"
        /// What is complete is played to its end.
        case unplayed
        /// What came is what the player's log, the account and the origin say.
        case account
        /// Nothing stalls over a link that has enough of everything and loses nothing.
        case stall
        /// At a fixed level, more bandwidth never means longer stalls, but where a queue overflows
        /// for it.
        case bandwidth
        /// No playback is better than the bound that knows the link beforehand.
        case bound
    }

    package var rule: Rule
    /// What was seen, with its figures.
    package var detail: String

    init(_ rule: Rule, _ detail: String) {
        self.rule = rule
        self.detail = detail
    }
}

extension Violation.Rule {
    /// The rule as a sentence.
    package var sentence: String {
        switch self {
        case .ends: "a download ends or waits for a stated reason"
        case .hole: "what is called complete is complete at the requested quality"
        case .mixture: "a part has the bytes of one version"
        case .fetchedTwice: "nothing at the requested quality is fetched twice"
        case .progress: "progress never falls"
        case .connections: "at most the allowed requests and connections are open"
        case .early: "no request is wanted earlier than asked"
        case .unstoredRead: "a player reads only what is stored"
        case .unplayed: "what is complete is played to its end"
        case .account: "the player's log, the account of bytes and the origin's record agree"
        case .stall: "nothing stalls where the link carries 1.2 times the top level"
        case .bandwidth: "at a fixed level more bandwidth never means longer stalls"
        case .bound: "no playback is better than the bound of its link"
        }
    }
}
