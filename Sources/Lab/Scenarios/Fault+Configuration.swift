internal import Scenarios

extension Fault {
    private static let kind = ConfigurationKey<FaultMatch.Kind>(
        "kind", .choice, "What is asked for.")
    private static let stream = ConfigurationKey<String>(
        "stream", .text, "Id of a variant's or a rendition's stream, as 'hlslab assets' names it.")
    private static let variant = ConfigurationKey<String>(
        "variant", .text, "Id of a variant's stream: its media playlist and its segments.")
    private static let rendition = ConfigurationKey<String>(
        "rendition", .text, "Id of a stream of sound or subtitles beside the variants.")
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
        [
            kind.row, stream.row, variant.row, rendition.row, segment.row, attempts.row,
            between.row, times.row,
        ]
            + FaultEffectKeys.rows, exactlyOne: [FaultEffectKeys.choice],
        atMostOne: [["stream", "variant", "rendition"]])

    static let reader: ValueReader<Fault> = shape.reader {
        entry throws(ConfigurationError) in try Fault(entry)
    }

    private init(_ entry: ConfigurationMapping) throws(ConfigurationError) {
        let variant = try entry.value(of: Self.variant)
        let rendition = try entry.value(of: Self.rendition)
        let match = FaultMatch(
            kind: try entry.value(of: Self.kind),
            stream: try entry.value(of: Self.stream) ?? variant ?? rendition,
            role: variant != nil ? .variant : rendition != nil ? .rendition : nil,
            segment: try entry.value(of: Self.segment),
            attempts: try entry.value(of: Self.attempts),
            between: try entry.value(of: Self.between))
        self.init(
            match: match, effect: try FaultEffect(entry), times: try entry.value(of: Self.times))
    }
}
