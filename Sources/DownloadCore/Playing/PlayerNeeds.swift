/// What a player needs of the download whose presentation it plays.
package struct PlayerNeeds: Sendable, Hashable, Codable {
    /// A part that the player waits for.
    package struct Want: Sendable, Hashable, Codable {
        package var resource: ResourceID
        /// When it has to be there, since the machine's start; a time that has passed: at once.
        package var deadline: Duration

        package init(_ resource: ResourceID, by deadline: Duration) {
            self.resource = resource
            self.deadline = deadline
        }
    }

    /// The most pressing first.
    package let wants: [Want]
    /// Media time of the playhead.
    package var playhead: Duration
    /// Nothing plays although something should: at the start, behind a seek, in a stall.
    package var isWaiting: Bool
    /// Media time per time of the clock; 0 while the person pauses.
    package var rate: Double
    /// How often the buffer ran empty so far.
    package var stallCount: Int

    package init(
        wants: [Want] = [], playhead: Duration = .zero, isWaiting: Bool = false, rate: Double = 1,
        stallCount: Int = 0
    ) {
        self.wants = wants.enumerated().sorted {
            ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset)
        }.map(\.element)
        self.playhead = playhead
        self.isWaiting = isWaiting
        self.rate = rate
        self.stallCount = stallCount
    }

    func without(_ resource: ResourceID) -> PlayerNeeds {
        PlayerNeeds(
            wants: wants.filter { $0.resource != resource }, playhead: playhead,
            isWaiting: isWaiting, rate: rate, stallCount: stallCount)
    }
}

extension PlayerNeeds {
    /// The needs in a few words.
    var words: String {
        let wants = wants.map { want in
            let deadline = want.deadline < .zero ? "now" : want.deadline.inSeconds
            return "\(want.resource.words) by \(deadline)"
        }
        return "player at \(max(.zero, playhead).inSeconds)\(isWaiting ? " waits" : "") wants ["
            + wants.joined(separator: ", ") + "]"
    }
}
