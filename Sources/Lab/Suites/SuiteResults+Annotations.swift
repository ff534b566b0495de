internal import Scenarios

extension SuiteResults {
    /// More than these say nothing new, and GitHub shows ten for a step.
    static let mostAnnotations = 50

    /// A line for each run that did not pass, and for what does not hold of the seeds of a case, as GitHub's runners read them: workflow commands,
    /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands.
    package var annotations: [String] {
        let runs = notPassed.map { one, run in
            Self.annotation(
                of: one, "seed \(run.seed)",
                "\(run.reason ?? run.verdict.rawValue)\nagain: \(run.replay)")
        }
        let seeds = unmet.map { one, expectation in
            Self.annotation(of: one, "all seeds", "\(expectation.name): \(expectation.detail)")
        }
        return Array((runs + seeds).prefix(Self.mostAnnotations))
    }

    private static func annotation(of one: Case, _ what: String, _ reason: String) -> String {
        "::error file=\(property(one.file)),line=\(one.line),"
            + "title=\(property("\(one.name) \(what)"))::\(message(reason))"
    }

    /// What ends a message or begins an escape.
    private static func message(_ words: String) -> String {
        words.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// What ends a property besides.
    private static func property(_ words: String) -> String {
        message(words).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
