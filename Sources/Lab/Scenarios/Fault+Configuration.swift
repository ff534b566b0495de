internal import Scenarios

extension Fault {
    private static let kind = ConfigurationKey<FaultMatch.Kind>(
        "kind", .choice, "What is asked for.")
    private static let stream = ConfigurationKey<String>(
        "stream", .text, "Id of a variant's or a rendition's stream, as 'hlslab assets' names it.")
    private static let segment = ConfigurationKey<Int>(
        "segment", .integer(in: 1...Int(Int32.max)), "The third segment is 3.")
    private static let attempts = ConfigurationKey<[Int]>(
        "attempts", .list(of: .integer(in: 1...Int(Int32.max))),
        "Which requests for the same part, the first being 1.")
    private static let between = ConfigurationKey<Range<Duration>>(
        "between", .window, "When the request comes, since the run began: 10 s and 20 s.")
    private static let times = ConfigurationKey<Int>(
        "times", .integer(in: 1...Int(Int32.max)), "How many requests it strikes, else every one.")

    /// One entry of a scenario's `faults`: what it matches, how often, and exactly one effect.
    static let shape = MappingShape(
        [kind.row, stream.row, segment.row, attempts.row, between.row, times.row]
            + FaultEffectKeys.rows, exactlyOne: [FaultEffectKeys.choice])

    static let reader: ValueReader<Fault> = shape.reader {
        entry throws(ConfigurationError) in try Fault(entry)
    }

    private init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        let match = FaultMatch(
            kind: try entry.value(of: Self.kind), stream: try entry.value(of: Self.stream),
            segment: try entry.value(of: Self.segment),
            attempts: try entry.value(of: Self.attempts),
            between: try entry.value(of: Self.between))
        self.init(
            match: match, effect: try FaultEffect(entry), times: try entry.value(of: Self.times))
    }
}
