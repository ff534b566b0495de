internal import Scenarios

extension RunSummary {
    /// Adds what a scenario expects of the figures of each run, and notes what it expects of many.
    mutating func judge(_ expected: [Expectation]) {
        for expectation in expected {
            if expectation.statistic != nil {
                notJudged = (notJudged ?? []) + [expectation.name]
            } else if expectation.bound != .requested {
                expectations.append(judged(expectation))
            } else if !expectations.contains(where: { $0.name == expectation.figure }) {
                expectations.append(.quality(onDisk))
            }
        }
    }

    private func judged(_ expectation: Expectation) -> JudgedExpectation {
        guard let figure = RunFigure.named(expectation.figure) else {
            preconditionFailure("an expectation names a figure")
        }
        guard let value = figure.value(in: self, asShare: expectation.isShare) else {
            let isPlayed = figure.path.hasPrefix("playback.")
            return JudgedExpectation(
                name: expectation.name, pass: false,
                detail: isPlayed && playback?.secondsWatched ?? 0 == 0
                    ? "nothing was played" : "this run has no such figure")
        }
        return expectation.judged(value)
    }
}

extension Expectation {
    /// Holds the bound against the value that was found.
    func judged(_ value: Double) -> JudgedExpectation {
        let unit = RunFigure.named(figure)?.unit ?? .number
        func text(_ value: Double) -> String {
            isShare ? FigureUnit.number.text(value) + " %" : unit.text(value)
        }
        return JudgedExpectation(
            name: name, pass: bound.holds(value),
            detail: "\(text(value)), expected \(bound.words(text))")
    }
}
