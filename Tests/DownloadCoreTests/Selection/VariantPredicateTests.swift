import DownloadCore
import Foundation
import Testing

@Suite struct `A predicate on variants` {
    /// Everything declared: the variant that the tables below ask.
    static func variant() throws -> AssetVariant {
        try `A variant`.variant(
            """
            BANDWIDTH=900,AVERAGE-BANDWIDTH=800,SCORE=2.5,CODECS="hvc1.2.4.L123.B0,ec-3",\
            RESOLUTION=1280x720,FRAME-RATE=25,VIDEO-RANGE=PQ,AUDIO="a"
            """,
            media: """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="1",LANGUAGE="en",CHANNELS="2"
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="2",LANGUAGE="fr",CHANNELS="6",\
                SAMPLE-RATE=48000

                """)
    }

    @Test(arguments: [
        ("peakBitRate > 899", true), ("peakBitRate > 900", false), ("peakBitRate >= 900", true),
        ("peakBitRate => 900", true), ("peakBitRate < 900", false), ("peakBitRate <= 900", true),
        ("peakBitRate =< 899", false), ("peakBitRate = 900", true), ("peakBitRate == 900", true),
        ("peakBitRate != 900", false), ("peakBitRate <> 901", true), ("900 == peakBitRate", true),
        ("899 < peakBitRate", true), ("899 > peakBitRate", false), ("900 >= peakBitRate", true),
        ("900 <= peakBitRate", true), ("peakBitRate BETWEEN {900, 901}", true),
        ("peakBitRate between {1,899}", false), ("peakBitRate BETWEEN {901, 900}", false),
        ("peakBitRate IN {1, 900}", true), ("peakBitRate IN {}", false),
        ("averageBitRate > 7e2", true), ("averageBitRate > -1.5", true), ("score == 2.5", true),
        ("presentationWidth = 1280", true), ("videoAttributes.presentationHeight <= 720", true),
        ("videoAttributes.presentationSize.height < 720", false),
        ("presentationSize == 921600", true), ("frameRate == 25", true),
        ("videoAttributes.nominalFrameRate > 25", false), ("channelCount == 6", true),
        ("audioAttributes.audioChannelCount < 6", false), ("sampleRate == 48000", true),
        ("bitDepth < 0", true), ("videoRange == 'PQ'", true), ("videoRange == \"pq\"", false),
        ("videoRange ==[c] 'pq'", true), ("videoAttributes.videoRange != 'PQ'", false),
        ("videoRange IN {'HLG', 'PQ'}", true), ("videoRange IN[c] {'hlg'}", false),
        ("codecs BEGINSWITH 'hvc1'", true), ("codecs CONTAINS '.L123.'", true),
        ("codecs CONTAINS[c] '.l123.'", true), ("codecs ENDSWITH 'B0'", true),
        ("codecs == 'hvc1'", false), ("codecs != 'ec-3'", false), ("codecs != 'ac-3'", true),
        ("ANY codecs == 'ec-3'", true), ("codecTypes == 'hvc1'", true),
        ("'hvc1' IN videoAttributes.codecTypes", true), ("'ec-3' IN codecTypes", false),
        ("'ec-3' in audioAttributes.formatIDs", true), ("'ac-3' != formatIDs", true),
        ("audioLanguages == 'fr'", true), ("uri == 'v'", true), ("pathwayID == '.'", true),
        ("stableVariantID == ''", false), ("hdcpLevel != 'NONE'", true),
        ("name CONTAINS ''", false),
        ("isHDR == YES", true), ("isHDR == no", false), ("isHDR != FALSE", true),
        ("hasAudio=1", true),
        ("isLossless == true", false), ("isAtmos == 0", true),
        ("TRUEPREDICATE", true), ("falsepredicate", false),
        ("NOT peakBitRate > 900", true), ("! isHDR == YES", false), ("NOT (TRUEPREDICATE)", false),
        ("NOT NOT TRUEPREDICATE", true),
        ("peakBitRate > 1 AND peakBitRate > 2 && FALSEPREDICATE", false),
        ("FALSEPREDICATE OR FALSEPREDICATE || TRUEPREDICATE", true),
        // AND binds more tightly than OR, NOT more tightly than both.
        ("TRUEPREDICATE OR TRUEPREDICATE AND FALSEPREDICATE", true),
        ("(TRUEPREDICATE OR TRUEPREDICATE) AND FALSEPREDICATE", false),
        ("NOT FALSEPREDICATE AND FALSEPREDICATE", false),
        ("NOT (FALSEPREDICATE AND FALSEPREDICATE)", true),
        ("peakBitRate > 265000 AND presentationHeight <= 720", false),
    ])
    func `means what its text says`(text: String, holds: Bool) throws {
        #expect(try VariantPredicate(text).matches(try Self.variant()) == holds)
    }

    @Test(arguments: [
        ("presentationHeight <= 720", false), ("presentationHeight != 720", true),
        ("score > 0", false), ("score < 0", false), ("score != 1", true),
        ("videoRange == 'SDR'", false), ("isHDR == NO", true), ("hasVideo == NO", true),
        ("averageBitRate < 0", true),
    ])
    func `compares with nothing where the variant has no such medium`(
        text: String, holds: Bool
    ) throws {
        let variant = try `A variant`.variant(#"BANDWIDTH=9,CODECS="mp4a.40.2""#)
        #expect(try VariantPredicate(text).matches(variant) == holds)
    }

    @Test(arguments: [
        ("", "column 1: expected a key such as 'peakBitRate', found the end"),
        (
            "peekBitRate > 1",
            "column 1: unknown key 'peekBitRate'; did you mean 'peakBitRate'?"
        ),
        (
            "peakBitRate > 1 AND videoAtributes.range = 'PQ'",
            "column 21: unknown key 'videoAtributes.range'; did you mean 'videoAttributes.range'?"
        ),
        ("PEAKBITRATE > 1", "column 1: unknown key 'PEAKBITRATE'; did you mean 'peakBitRate'?"),
        ("peakBitRate", "column 12: expected an operator such as '==', '<' or IN, found the end"),
        (
            "peakBitRate LIKE 1",
            "column 13: expected an operator such as '==', '<' or IN, found 'LIKE'"
        ),
        ("peakBitRate > 'a'", "column 15: expected a number, found 'a'"),
        ("peakBitRate > 1.2.3", "column 15: expected a number, found '1.2.3'"),
        ("peakBitRate > 1e999", "column 15: expected a number, found '1e999'"),
        ("peakBitRate ==[c] 1", "column 15: expected a number, found '[c]'"),
        ("peakBitRate CONTAINS 1", "column 13: 'peakBitRate' cannot be compared with 'CONTAINS'"),
        ("videoRange < 'PQ'", "column 12: 'videoRange' cannot be compared with '<'"),
        ("isHDR > 0", "column 7: 'isHDR' cannot be compared with '>'"),
        ("isHDR == 2", "column 10: expected YES or NO, found '2'"),
        ("'a' < peakBitRate", "column 5: 'peakBitRate' cannot be compared with '<'"),
        ("3 IN peakBitRate", "column 3: 'peakBitRate' cannot be compared with 'IN'"),
        ("videoRange == PQ", "column 15: expected a text in quotes, found 'PQ'"),
        ("videoRange == 'PQ", "column 15: the text that begins here has no closing quote"),
        (
            "videoRange ==[cd] 'PQ'",
            "column 14: unknown option '[cd]'; [c] ignores upper and lower case"
        ),
        ("peakBitRate IN 3", "column 16: expected a list in braces, found '3'"),
        ("peakBitRate IN {3 4}", "column 19: expected ',' or '}', found '4'"),
        ("peakBitRate BETWEEN {1}", "column 21: expected two bounds, found 1"),
        ("(peakBitRate > 1", "column 17: expected AND, OR or ')', found the end"),
        ("peakBitRate > 1)", "column 16: expected AND, OR or the end, found ')'"),
        ("peakBitRate > %d", "column 15: expected a key, a value or an operator, found '%'"),
        ("TRUEPREDICATE AND", "column 18: expected a key such as 'peakBitRate', found the end"),
    ])
    func `is refused with the column, what was found and what would do`(
        text: String, message: String
    ) throws {
        let error = #expect(throws: VariantPredicateError.self) { try VariantPredicate(text) }
        #expect(error?.description == message.replacing("found 'a'", with: "found ''a''"))
    }

    @Test(arguments: [
        ("peakBitRate > 1", false), ("channelCount > 2", true), ("isHDR == YES", false),
        ("peakBitRate > 1 AND NOT (isHDR == YES OR isLossless == YES)", true),
        ("formatIDs == 'ec-3'", true), ("codecs == 'ec-3'", false),
    ])
    func `knows whether it speaks of the sound`(text: String, isAboutAudio: Bool) throws {
        #expect(try VariantPredicate(text).isAboutAudio == isAboutAudio)
    }

    @Test func `names every key when none is near`() throws {
        let error = #expect(throws: VariantPredicateError.self) {
            try VariantPredicate("xyzzy = 1")
        }
        let message = try #require(error?.description)
        #expect(message.hasPrefix("column 1: unknown key 'xyzzy'; known are peakBitRate, "))
        for key in VariantKey.all { #expect(message.contains(key.name)) }
    }

    @Test func `is as deep as the limit and no deeper`() throws {
        let limit = VariantPredicate.maximumDepth
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth - 1) + "TRUEPREDICATE"
                + String(repeating: ")", count: depth - 1)
        }
        #expect(try VariantPredicate(nested(limit)) == .always)
        for text in [nested(limit + 1), String(repeating: "!", count: 100_000) + "TRUEPREDICATE"] {
            let error = #expect(throws: VariantPredicateError.self) { try VariantPredicate(text) }
            #expect(error?.reason == .tooDeep(limit: limit))
        }
        // Built deeper than that in Swift, it works but cannot be stored.
        let deep = (0..<limit).reduce(VariantPredicate.always) { predicate, _ in !predicate }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(deep) }
    }

    @Test(arguments: [
        (
            VariantPredicate { $0.peakBitRate > 265_000 && $0.presentationHeight <= 720 },
            "peakBitRate > 265000 AND presentationHeight <= 720"
        ),
        (
            VariantPredicate { $0.videoRange == "PQ" || !$0.isHDR && $0.score != 1.5 },
            "videoRange == 'PQ' OR (isHDR == NO AND score != 1.5)"
        ),
        (
            VariantPredicate { ($0.isHDR == true || $0.isAtmos == true) && $0.name == "it's \\" },
            #"(isHDR == YES OR isAtmos == YES) AND name == 'it\'s \\'"#
        ),
        (
            VariantPredicate { !($0.codecs.begins(with: "hvc1") && $0.bitDepth >= 10) },
            "NOT (codecs BEGINSWITH 'hvc1' AND bitDepth >= 10)"
        ),
        (
            VariantPredicate {
                $0.sampleRate.between(1, 48_000) || $0.channelCount.isOne(of: [2, 6])
            },
            "sampleRate BETWEEN {1, 48000} OR channelCount IN {2, 6}"
        ),
        (
            VariantPredicate { $0.codecTypes.isOne(of: ["hvc1", "hev1"], ignoringCase: true) },
            "codecTypes IN[c] {'hvc1', 'hev1'}"
        ),
        (
            VariantPredicate { $0.peakBitRate < 1 && $0.peakBitRate < 2 && $0.peakBitRate < 3 },
            "peakBitRate < 1 AND peakBitRate < 2 AND peakBitRate < 3"
        ),
        (
            VariantPredicate { $0.peakBitRate <= .infinity },
            "peakBitRate <= 1.7976931348623157e+308"
        ),
        (.all([]), "TRUEPREDICATE"), (.any([]), "FALSEPREDICATE"),
        (!(!.never), "NOT NOT FALSEPREDICATE"),
    ])
    func `in Swift is the same value as in text`(predicate: VariantPredicate, text: String) throws {
        #expect(predicate.text == text)
        #expect(try VariantPredicate(text) == predicate)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `comes back from its text, whatever it says`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let predicate = RandomPredicate.any(depth: 4, using: &random)
            #expect(try VariantPredicate(predicate.text) == predicate, "\(predicate.text)")
            let stored = try JSONEncoder().encode([predicate])
            #expect(try JSONDecoder().decode([VariantPredicate].self, from: stored) == [predicate])
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `never traps on any text`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let words = [
            "peakBitRate", "codecs", "isHDR", "AND", "OR", "NOT", "(", ")", "{", "}", ",", "1",
            "'a'",
            "==", "<", "IN", "BETWEEN", "[c]", "'", "\\", "🎬", "e", ".", "-", "ANY", "YES",
        ]
        for _ in 0..<200 {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .compactMap { _ in words.randomElement(using: &random) }
                .joined(separator: Bool.random(using: &random) ? " " : "")
            let predicate: VariantPredicate
            do throws(VariantPredicateError) {
                predicate = try VariantPredicate(text)
            } catch {
                #expect((1...text.unicodeScalars.count + 1).contains(error.column))
                continue
            }
            #expect(try VariantPredicate(predicate.text) == predicate)
        }
    }
}

/// Predicates of all forms.
enum RandomPredicate {
    static func any(
        depth: Int, using random: inout some RandomNumberGenerator
    ) -> VariantPredicate {
        switch Int.random(in: 0...(depth > 0 ? 9 : 6), using: &random) {
        case 0: return Bool.random(using: &random) ? .always : .never
        case 1: return (FlagKey.allCases.randomElement(using: &random) ?? .isHDR) == true
        case 2, 3: return number(using: &random)
        case 4, 5, 6: return text(using: &random)
        case 7: return !any(depth: depth - 1, using: &random)
        case 8:
            return any(depth: depth - 1, using: &random) && any(depth: depth - 1, using: &random)
        default:
            return any(depth: depth - 1, using: &random) || any(depth: depth - 1, using: &random)
        }
    }

    static func number(using random: inout some RandomNumberGenerator) -> VariantPredicate {
        let key = NumberKey.allCases.randomElement(using: &random) ?? .score
        let values = [
            0, -1, 1e300, .leastNonzeroMagnitude, 0.1, 265_000, 0x1p53, 0x1p60, -12.75,
            Double(Int.random(in: 0...1_000, using: &random)),
        ]
        let value = values.randomElement(using: &random) ?? 0
        switch Int.random(in: 0...7, using: &random) {
        case 0: return key == value
        case 1: return key != value
        case 2: return key < value
        case 3: return key > value
        case 4: return key <= value
        case 5: return key >= value
        case 6: return key.between(value, value + 1)
        default: return key.isOne(of: Array(values.prefix(3)))
        }
    }

    static func text(using random: inout some RandomNumberGenerator) -> VariantPredicate {
        let key = TextKey.allCases.randomElement(using: &random) ?? .uri
        let parts = [
            "'", "\\", "\n", "\t", "\r", "é", "e\u{301}", "'\u{301}", "hvc1", "\"", "{", " ", "🎬",
        ]
        let value = (0..<Int.random(in: 0...4, using: &random))
            .compactMap { _ in parts.randomElement(using: &random) }.joined()
        let ignoringCase = Bool.random(using: &random)
        switch Int.random(in: 0...5, using: &random) {
        case 0: return key.isEqual(to: value, ignoringCase: ignoringCase)
        case 1: return key != value
        case 2: return key.contains(value, ignoringCase: ignoringCase)
        case 3: return key.begins(with: value, ignoringCase: ignoringCase)
        case 4: return key.ends(with: value, ignoringCase: ignoringCase)
        default: return key.isOne(of: [value, "b"], ignoringCase: ignoringCase)
        }
    }
}
