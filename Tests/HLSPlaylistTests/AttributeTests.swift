import HLSPlaylist
import Testing

extension AttributeRow.ValueType {
    /// A value that is right.
    var good: String {
        switch self {
        case .quoted(let text): "\"\(text)\""
        case .word(let word): word
        case .integer: "7"
        case .decimal(let number): number
        case .number: "1.5"
        case .signed: "-0.5"
        case .flag: "NO"
        case .hexadecimal: "0X00112233445566778899AABBCCDDEEFF"
        case .resolution: "16x9"
        case .date: "\"2026-05-01T02:00:00.5+02:00\""
        case .identifier: "\"Aa0+/=.-_\""
        }
    }

    /// Values that are wrong, each with the rule that it breaks.
    var bad: [(String, RuleID)] {
        let quoted = [("\"" + good + "\"", RuleID.attributeQuotes)]
        switch self {
        case .quoted: return [("bare", .attributeQuotes)]
        case .word(let word): return quoted + [(word.lowercased(), .attributeValue)]
        case .integer:
            return quoted + [
                ("", .attributeValue), ("x", .attributeValue), ("-1", .attributeValue),
                ("+1", .attributeValue), ("1.5", .attributeValue), ("0x1", .attributeValue),
                ("9223372036854775808", .numberLimit), ("18446744073709551615", .numberLimit),
                ("18446744073709551616", .attributeValue),
            ]
        case .decimal:
            return quoted + Self.badNumbers + [("99999999999", .numberLimit)]
        case .number: return quoted + Self.badNumbers
        case .signed: return quoted + Self.badNumbers.filter { $0.0 != "-1" }
        case .flag:
            return quoted + [
                ("yes", .attributeValue), ("no", .attributeValue), ("1", .attributeValue),
            ]
        case .hexadecimal:
            return quoted + [
                ("00", .attributeValue), ("0x", .attributeValue), ("0xG", .attributeValue),
            ]
        case .resolution:
            return quoted + [
                ("16", .attributeValue), ("16x", .attributeValue), ("x9", .attributeValue),
                ("16X9", .attributeValue), ("1.6x9", .attributeValue),
            ]
        case .date:
            return [
                ("2026-05-01T00:00:00Z", .attributeQuotes), ("\"soon\"", .attributeValue),
                ("\"2026-05-01\"", .attributeValue), ("\"2026-05-01 00:00:00Z\"", .attributeValue),
                ("\"2026-02-29T00:00:00Z\"", .attributeValue),
            ]
        case .identifier: return [("bare", .attributeQuotes), ("\"a b\"", .attributeValue)]
        }
    }

    private static let badNumbers: [(String, RuleID)] = [
        ("", .attributeValue), ("x", .attributeValue), ("-1", .attributeValue),
        ("+1", .attributeValue), ("1e3", .attributeValue), ("1.5.1", .attributeValue),
    ]
}

@Suite struct `An attribute of the specification` {
    static let context = ParsingContext(
        url: "https://h.example/?n=1", importable: [Definition(name: "n", value: "v")])

    @Test(arguments: AttributeRow.all)
    func `is taken as it should be, without a word`(row: AttributeRow) throws {
        let playlist = try Playlist(
            parsing: row.text(row.type.good), mode: .strict, context: Self.context)
        let advice = playlist.diagnostics.filter { ![.codecs, .score].contains($0.rule) }
        #expect(advice.isEmpty)
    }

    @Test(arguments: AttributeRow.all)
    func `is refused with a value of another type, and lived with`(row: AttributeRow) throws {
        for (value, rule) in row.type.bad {
            let refusal = #expect(throws: PlaylistError.self, "\(value)") {
                try Playlist(parsing: row.text(value), mode: .strict, context: Self.context)
            }
            #expect(refusal?.rule == rule, "\(value)")
            #expect(refusal?.section == row.section, "\(value)")
            #expect(refusal?.line == row.line, "\(value)")
            let found = try Playlist(parsing: row.text(value), context: Self.context).diagnostics
            #expect(found.first { $0.severity == .error }?.rule == rule, "\(value)")
        }
    }

    @Test(arguments: AttributeRow.all.filter(\.isRequired))
    func `is missed where it is required`(row: AttributeRow) throws {
        let refusal = #expect(throws: PlaylistError.self) {
            try Playlist(parsing: row.text(nil), mode: .strict, context: Self.context)
        }
        #expect(refusal?.rule == .missingAttribute)
        #expect(refusal?.section == row.section)
    }

    @Test(arguments: AttributeRow.all)
    func `counts once`(row: AttributeRow) throws {
        let value = "\(row.type.good),\(row.name)=\(row.type.good)"
        let refusal = #expect(throws: PlaylistError.self) {
            try Playlist(parsing: row.text(value), mode: .strict, context: Self.context)
        }
        #expect(refusal?.rule == .repeatedAttribute)
    }
}
