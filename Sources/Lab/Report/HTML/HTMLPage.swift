/// A report as one file: nothing from the network, no script that is needed to read it, for light and
/// dark screens and for paper.
struct HTMLPage: Sendable, Hashable {
    var title: String
    var body: [Markup]
    /// Drawings of the body use the patterns of ``SVG/patterns``.
    var hasPatterns = false
    /// What a person may do with the page besides reading; see ``Markup/script(_:)``.
    var script: String?

    /// The whole file. Well-formed as XML.
    var text: String {
        let head = Markup.element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element(
                    "meta",
                    ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", [:], title), .style(HTMLStyle.rules),
            ])
        let main = Markup.element("main", [:], body)
        let document = Markup.element(
            "html", ["lang": "en"],
            [
                head,
                .element(
                    "body", [:],
                    (hasPatterns ? [SVG.patterns] : []) + [main]
                        + (script.map { [.script($0)] } ?? [])),
            ])
        return "<!DOCTYPE html>\n\(document.text)\n"
    }
}
