internal import Scenarios

extension Fault {
    private static let matchKeys = ["kind", "stream", "segment", "attempts", "times"]

    /// One entry of a scenario's `faults`: what it matches, how often, and exactly one effect.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let entry = try node.mapping(keys: Self.matchKeys + FaultEffect.keys)
        var match = FaultMatch()
        if let kind = entry["kind"] { match.kind = try kind.choice() }
        if let stream = entry["stream"] { match.stream = try stream.string() }
        if let segment = entry["segment"] {
            match.segment = try segment.integer(in: 1...Int(Int32.max))
        }
        if let attempts = entry["attempts"] {
            var numbers: [Int] = []
            for attempt in try attempts.sequence() {
                numbers.append(try attempt.integer(in: 1...Int(Int32.max)))
            }
            match.attempts = numbers
        }
        let times = try entry["times"].map { value throws(ConfigurationError) in
            try value.integer(in: 1...Int(Int32.max))
        }
        self.init(match: match, effect: try FaultEffect(entry), times: times)
    }
}
