/// A piece of HTML or SVG, well-formed as XML too: what comes from outside is escaped, what is
/// opened is closed.
struct Markup: Sendable, Hashable {
    private(set) var text: String

    typealias Attributes = KeyValuePairs<String, String>

    /// Words that show as they are.
    init(_ words: String) {
        text = Self.escaped(words)
    }

    private init(markup: String) {
        text = markup
    }

    /// An element with what is inside.
    static func element(
        _ name: String, _ attributes: Attributes = [:], _ content: [Markup] = []
    ) -> Markup {
        let words = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
        let inside = content.map(\.text).joined()
        if voidElements.contains(name) { return Markup(markup: "<\(name)\(words) />") }
        return Markup(markup: "<\(name)\(words)>\(inside)</\(name)>")
    }

    /// An element around words.
    static func element(
        _ name: String, _ attributes: Attributes = [:], _ words: String
    ) -> Markup {
        element(name, attributes, [Markup(words)])
    }

    /// The rules of a style sheet.
    /// - Precondition: `rules` has neither `<` nor `&`.
    static func style(_ rules: String) -> Markup {
        precondition(
            !rules.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") },
            "a style sheet is written as it is")
        return Markup(markup: "<style>\n\(rules)\n</style>")
    }

    static func group(_ parts: [Markup]) -> Markup {
        Markup(markup: parts.map(\.text).joined())
    }

    /// The only elements of ours that HTML closes by itself.
    private static let voidElements = ["meta", "br"]

    private static func escaped(_ words: String) -> String {
        var text = ""
        text.reserveCapacity(words.utf8.count)
        for scalar in words.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n": text.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                // No XML document may have one.
                text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
