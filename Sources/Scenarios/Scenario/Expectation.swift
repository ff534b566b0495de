/// A bound on a figure of a run's summary. That the download completes at the requested quality is
/// expected of every run and needs no saying.
package struct Expectation: Sendable, Hashable {
    package enum Figure: String, Sendable, Hashable, CaseIterable {
        /// Requests that were tried again.
        case retries
        /// Requests that the origin saw.
        case requests
        /// Seconds from the start of the download to its end.
        case time
        /// Bytes received and not part of the package.
        case waste
        /// Seconds from the request to play to the first frame.
        case startup
        /// Stalls of the playback, and the seconds of all of them.
        case stalls
        case stallTime
        /// Changes of level while it played.
        case switches
    }

    package enum Bound: Sendable, Hashable {
        case atLeast(Double)
        case atMost(Double)
        case between(Double, Double)
    }

    package var figure: Figure
    package var bound: Bound

    package init(_ figure: Figure, _ bound: Bound) {
        self.figure = figure
        self.bound = bound
    }

    /// Holds the bound against the figure that a run gave.
    package func judge(_ value: Double) -> JudgedExpectation {
        let (holds, words) =
            switch bound {
            case .atLeast(let least): (value >= least, "at least \(Self.text(least))")
            case .atMost(let most): (value <= most, "at most \(Self.text(most))")
            case .between(let least, let most):
                (
                    (least...most).contains(value),
                    "between \(Self.text(least)) and \(Self.text(most))"
                )
            }
        return JudgedExpectation(
            name: figure.rawValue, pass: holds, detail: "\(Self.text(value)), expected \(words)")
    }

    /// Three decimals at most, none when there are none.
    private static func text(_ value: Double) -> String {
        let thousandths = (value * 1000).rounded() / 1000
        return thousandths == thousandths.rounded() && abs(thousandths) < 1e15
            ? String(Int(thousandths)) : String(thousandths)
    }
}
