import Lab
import Testing

@Suite struct `A verdict on a terminal` {
    @Test(arguments: [
        (true, ["TERM": "xterm-256color"], TerminalStyle.coloured),
        (false, ["TERM": "xterm-256color"], .plain), (true, ["TERM": "dumb"], .plain),
        (true, [:], .plain), (true, ["TERM": "xterm", "NO_COLOR": "1"], .plain),
        (true, ["TERM": "xterm", "NO_COLOR": ""], .coloured),
    ])
    func `has colour only where that is welcome`(
        isTerminal: Bool, environment: [String: String], style: TerminalStyle
    ) {
        #expect(TerminalStyle(isTerminal: isTerminal, environment: environment) == style)
    }

    @Test func `keeps its word, and the rest of the text as it is`() {
        let text = "FAIL  ladder\n  failed    FAIL  not here\nPASSING  nor here"
        #expect(TerminalStyle.plain.painted(text) == text)
        #expect(
            TerminalStyle.coloured.painted(text)
                == "\u{1B}[1;31mFAIL\u{1B}[0m" + text.dropFirst(4))
    }
}
