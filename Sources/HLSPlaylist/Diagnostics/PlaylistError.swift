/// Why a text was refused as a playlist.
public struct PlaylistError: Error, Sendable, Hashable {
    /// Line of the fault, from 1 on.
    public var line: Int
    /// Column of the fault in bytes, from 1 on; nil when the fault is the whole line.
    public var column: Int?
    /// The rule that is broken.
    public var rule: RuleID
    /// Section of draft-pantos-hls-rfc8216bis-22 that the rule is in.
    public var section: String
    /// One sentence: what is wrong, and why it is.
    public var message: String

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(line: Int, column: Int? = nil, rule: RuleID, section: String, message: String) {
        self.line = line
        self.column = column
        self.rule = rule
        self.section = section
        self.message = message
    }
}

extension PlaylistError: CustomStringConvertible {
    /// One line: place, sentence, rule and section.
    public var description: String {
        let place = column.map { "line \(line), column \($0)" } ?? "line \(line)"
        return "\(place): \(message) (\(rule.rawValue), section \(section))"
    }
}
