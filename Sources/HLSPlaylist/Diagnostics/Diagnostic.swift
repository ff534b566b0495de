/// Something in a playlist that breaks a rule, and that the tolerant parser could live with.
public struct Diagnostic: Sendable, Hashable {
    /// How much a fault matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// A must-rule of the specification is broken: the strict parser refuses the text.
        case error
        /// Allowed or undefined, but likely to be a mistake.
        case warning
    }

    /// How much the fault matters.
    public var severity: Severity
    /// Line of the fault, from 1 on.
    public var line: Int
    /// Column of the fault in bytes, from 1 on; nil when the fault is the whole line.
    public var column: Int?
    /// The rule that is broken.
    public var rule: RuleID
    /// Section of draft-pantos-hls-rfc8216bis-22 that the rule is in.
    public var section: String
    /// One sentence: what is wrong, and what the parser made of it.
    public var message: String

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(
        severity: Severity, line: Int, column: Int? = nil, rule: RuleID, section: String,
        message: String
    ) {
        self.severity = severity
        self.line = line
        self.column = column
        self.rule = rule
        self.section = section
        self.message = message
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line: place, sentence, rule and section.
    public var description: String {
        let place = column.map { "\(line):\($0)" } ?? "\(line)"
        return "\(place): \(severity.rawValue): \(message) (\(rule.rawValue), section \(section))"
    }
}
