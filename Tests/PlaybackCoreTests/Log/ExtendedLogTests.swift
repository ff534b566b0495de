import PlaybackCore
import Testing

@Suite struct `A log in the extended log file format` {
    @Test(arguments: [
        ("", 1, "there is no line with #Fields"),
        ("#Version: 1.0\n", 1, "there is no line with #Fields"),
        ("#Version: 2.0\n#Fields: a\n", 1, "this is version '2.0'; version 1.0 can be read"),
        ("#Fields: a b\n1\n", 2, "1 values for the 2 fields of #Fields"),
        ("#Fields: a b\n1 2\n1 2 3\n", 3, "3 values for the 2 fields of #Fields"),
        ("1 2\n#Fields: a b\n", 1, "a record before any line with #Fields"),
        ("#Fields:\n", 1, "#Fields names no field"),
        ("#Fields: a b a\n", 1, "#Fields names 'a' twice"),
        ("#Fields: a\n\"x\n", 2, "a quote is not closed"),
        ("#Fields: a\n\"x\"\"\n", 2, "a quote is not closed"),
        ("#Fields: a b\n\"x\"y\n", 2, "something follows a text in quotes without a space"),
        ("<html>\n", 1, "a record before any line with #Fields"),
    ])
    func `is refused with the line at which it is none`(text: String, line: Int, reason: String) {
        let error = #expect(throws: ExtendedLogError.self) { try ExtendedLog(parsing: text) }
        #expect(error == ExtendedLogError(line: line, reason: reason))
    }

    @Test(arguments: [
        "#Fields: a b\n1 2\n", "\u{FEFF}#Fields: a b\n1 2\n", "#fields:\ta\tb \r\n\r\n 1 \t2 \r\n",
        "#Version: 1.0\n# a comment\n#\n#Fields: a b\n1 \"2\"\n", "#Fields: a b\n1 2",
    ])
    func `is read however its lines and spaces are`(text: String) throws {
        let log = try ExtendedLog(parsing: text)
        #expect(log.fields == ["a", "b"])
        #expect(log.records.map(\.values) == [["1", "2"]])
    }

    @Test func `tells a dash from nothing, and nothing from an empty text`() throws {
        let log = try ExtendedLog(parsing: "#Fields: a b c\n- \"-\" \"\"\n")
        #expect(log.records.map(\.values) == [[nil, "-", ""]])
    }

    @Test func `may name its fields anew`() throws {
        let log = try ExtendedLog(parsing: "#Fields: a b\n1 2\n#Fields: c a\n3 4\n")
        #expect(log.fields == ["a", "b", "c"])
        #expect(log.records.map(\.values) == [["1", "2", nil], ["4", nil, "3"]])
    }

    @Test func `keeps what else its head says`() throws {
        let text = "#Version: 1.0\n#Software: x y\n#Remark: z\n#Fields: a\n1\n"
        #expect(try ExtendedLog(parsing: text).text == text)
    }

    @Test func `has limits`() {
        let long = "#Fields: a\n" + String(repeating: "x", count: 70_000)
        let wide = "#Fields: " + (0..<300).map { "f\($0)" }.joined(separator: " ")
        let many = "#Fields: a\n" + String(repeating: "1\n", count: 200_001)
        for (text, words) in [
            (long, "a line has at most 65536 bytes, not 70000"),
            (wide, "a log has at most 256 fields"), (many, "a log has at most 200000 records"),
        ] {
            let error = #expect(throws: ExtendedLogError.self) { try ExtendedLog(parsing: text) }
            #expect(error?.reason == words)
        }
    }

    @Test(
        arguments: [
            ("c-ip cs-uri-stem sc-status bytes", nil), ("date time comment", nil),
            ("bytes c-stalls", ExtendedLog.Kind.access), ("date uri status", .error),
            ("uri sc-count", .access), ("domain", .error),
        ] as [(String, ExtendedLog.Kind?)])
    func `is known by its fields`(fields: String, kind: ExtendedLog.Kind?) throws {
        #expect(try ExtendedLog(parsing: "#Fields: \(fields)\n").kind == kind)
    }

    /// Bytes that a log is made of, in any order: read or refused, but never a crash.
    @Test(arguments: 0..<40)
    func `may hold anything`(seed: UInt64) {
        let pieces = [
            "#Fields:", " a", " date", " time", " bytes", " c-stalls", "\n", "\r\n", "\"", "\"\"",
            "-", " ", "\t", "1", "-1", "2026-05-01", "2026/13/45", "24:00:00", "x", "#",
            "#Version: 1.0",
            ":", "\u{0}", "\u{FEFF}", "é", "9999999999999999999999",
        ]
        var random = TestRandom(seed: seed)
        for _ in 0..<50 {
            let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            do throws(ExtendedLogError) {
                let log = try AccessLog(parsing: text)
                #expect(try AccessLog(parsing: log.extendedLogText()) == log)
            } catch {
                #expect(error.line >= 1)
            }
        }
    }
}
