/// A bound on a figure of a run's summary. That the download completes at the requested quality is
/// expected of every run and needs no saying.
package struct Expectation: Sendable, Hashable {
    /// Which of the values of many runs is meant.
    package enum Statistic: Sendable, Hashable {
        case min, median, max
        /// 1 to 99.
        case percentile(Int)
    }

    package enum Bound: Sendable, Hashable {
        case atLeast(Double)
        case atMost(Double)
        /// Less than.
        case under(Double)
        /// More than.
        case over(Double)
        /// Both ends included.
        case between(Double, Double)
        case exactly(Double)
        /// Of the quality: every segment is the origin's at the requested one.
        case requested
    }

    /// As the file names it: a path in `summary.json`, or a short name of one.
    package var figure: String
    /// Nil: the figure of each run.
    package var statistic: Statistic?
    package var bound: Bound
    /// The bound counts hundredths of what the figure is a part of.
    package var isShare: Bool

    package init(
        _ figure: String, _ bound: Bound, of statistic: Statistic? = nil, isShare: Bool = false
    ) {
        self.figure = figure
        self.bound = bound
        self.statistic = statistic
        self.isShare = isShare
    }

    /// `time`, or `p95(time)`.
    package var name: String { statistic.map { "\($0)(\(figure))" } ?? figure }
}

extension Expectation.Bound {
    package func holds(_ value: Double) -> Bool {
        switch self {
        case .atLeast(let least): value >= least
        case .atMost(let most): value <= most
        case .under(let limit): value < limit
        case .over(let limit): value > limit
        case .between(let least, let most): value >= least && value <= most
        case .exactly(let wanted): value == wanted
        case .requested: false
        }
    }

    /// As a file has it.
    /// - Parameter text: writes a number with its unit.
    package func words(_ text: (Double) -> String) -> String {
        switch self {
        case .atLeast(let least): "at least \(text(least))"
        case .atMost(let most): "at most \(text(most))"
        case .under(let limit): "under \(text(limit))"
        case .over(let limit): "over \(text(limit))"
        case .between(let least, let most): "between \(text(least)) and \(text(most))"
        case .exactly(let wanted): "exactly \(text(wanted))"
        case .requested: "requested"
        }
    }
}

extension Expectation.Statistic: CustomStringConvertible {
    package var description: String {
        switch self {
        case .min: "min"
        case .median: "median"
        case .max: "max"
        case .percentile(let percent): "p\(percent)"
        }
    }

    /// `min`, `median`, `max`, or `p1` to `p99`.
    package init?(_ word: some StringProtocol) {
        switch word {
        case "min": self = .min
        case "median": self = .median
        case "max": self = .max
        default:
            guard word.first == "p", let percent = Int(word.dropFirst()),
                (1...99).contains(percent), !word.dropFirst().hasPrefix("0"),
                !word.dropFirst().hasPrefix("+")
            else { return nil }
            self = .percentile(percent)
        }
    }
}
