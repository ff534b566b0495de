internal import Scenarios

extension SuiteResults {
    /// More than these say nothing new, and GitHub shows ten for a step.
    static let mostAnnotations = 50

    /// A line for each run that did not pass, as GitHub's runners read them: workflow commands,
    /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands.
    package var annotations: [String] {
        notPassed.prefix(Self.mostAnnotations).map { one, run in
            let reason = "\(run.reason ?? run.verdict.rawValue)\nagain: \(run.replay)"
            return "::error file=\(Self.property(one.file)),line=\(one.line),"
                + "title=\(Self.property("\(one.name) seed \(run.seed)"))::\(Self.message(reason))"
        }
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
