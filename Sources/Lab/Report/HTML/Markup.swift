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
        element(name, attributes.map { ($0.key, $0.value) }, content)
    }

    /// An element whose attributes are computed.
    static func element(
        _ name: String, _ attributes: [(String, String)], _ content: [Markup]
    ) -> Markup {
        let words = attributes.map { " \($0.0)=\"\(escaped($0.1))\"" }.joined()
        let inside = content.map(\.text).joined()
        if voidElements.contains(name) { return Markup(markup: "<\(name)\(words) />") }
        return Markup(markup: "<\(name)\(words)>\(inside)</\(name)>")
    }

    /// What may be wider than the screen and is then scrolled, by keyboard too.
    static func region(_ label: String, _ content: [Markup]) -> Markup {
        element(
            "div", ["class": "scroll", "role": "region", "aria-label": label, "tabindex": "0"],
            content)
    }

    /// Text as it is in a file or on a terminal; scrolled by keyboard too.
    static func listing(_ label: String, _ text: String) -> Markup {
        element(
            "pre", ["role": "region", "aria-label": label, "tabindex": "0"], [Markup(text)])
    }

    /// An element around words.
    static func element(
        _ name: String, _ attributes: Attributes = [:], _ words: String
    ) -> Markup {
        element(name, attributes, [Markup(words)])
    }

    /// A script of a page, for what the page can do without.
    /// - Precondition: `text` has neither `<` nor `&`.
    static func script(_ text: String) -> Markup {
        precondition(
            !text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") },
            "a script is written as it is")
        return Markup(markup: "<script>\n\(text)\n</script>")
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
    private static let voidElements = ["meta", "br", "input"]

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
