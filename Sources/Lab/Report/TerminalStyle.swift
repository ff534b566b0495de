/// How a verdict may look where it is printed. Colour comes beside a word that says the same.
package enum TerminalStyle: Sendable, Hashable {
    case plain
    case coloured

    /// Colour on a terminal that knows it, and that nobody asked to do without: `NO_COLOR`
    /// (no-color.org) set to anything, `TERM=dumb`, and no `TERM` at all ask for none.
    package init(isTerminal: Bool, environment: [String: String]) {
        let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        let terminal = environment["TERM"] ?? ""
        let isAble = !terminal.isEmpty && terminal != "dumb"
        self = isTerminal && isAble && !isUnwanted ? .coloured : .plain
    }

    /// The text with the verdicts at the beginnings of its lines in green or red and bold.
    package func painted(_ text: String) -> String {
        guard self == .coloured else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let (word, colour) = Self.colours.first(where: { line.hasPrefix($0.0 + "  ") })
            else { return String(line) }
            return "\u{1B}[1;\(colour)m\(word)\u{1B}[0m" + line.dropFirst(word.count)
        }.joined(separator: "\n")
    }

    /// Colours of ECMA-48, 8.3.117: 31 red, 32 green.
    private static let colours = [("PASS", 32), ("FAIL", 31), ("ERROR", 31)]
}
