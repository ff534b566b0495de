/// How a run ended, in the judge's words.
package enum Verdict: String, Sendable, Hashable, Codable, CaseIterable {
    /// Every expectation holds.
    case pass
    /// The run was carried out and an expectation does not hold.
    case fail
    /// The run could not be carried out.
    case error
}

/// One thing that was expected of a run, and whether it was so.
package struct JudgedExpectation: Sendable, Hashable, Codable {
    package var name: String
    package var pass: Bool
    /// What was found, with its figures.
    package var detail: String

    package init(name: String, pass: Bool, detail: String) {
        self.name = name
        self.pass = pass
        self.detail = detail
    }
}
