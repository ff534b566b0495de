/// Parts of a drawing, each with a title that shows when the pointer rests on it.
enum SVG {
    /// A whole drawing that is scaled to its place.
    /// - Parameter description: for who does not see it.
    static func picture(
        width: Double, height: Double, description: String, _ content: [Markup]
    ) -> Markup {
        .element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "role": "img",
                "viewBox": "0 0 \(number(width)) \(number(height))", "aria-label": description,
            ], content)
    }

    static func box(
        _ style: String, x: Double, y: Double, width: Double, height: Double, title: String? = nil
    ) -> Markup {
        .element(
            "rect",
            [
                "class": style, "x": number(x), "y": number(y), "width": number(max(0, width)),
                "height": number(max(0, height)),
            ], self.title(title))
    }

    /// - Parameter commands: as the `d` of a path.
    static func path(_ style: String, _ commands: String, title: String? = nil) -> Markup {
        .element("path", ["class": style, "d": commands], self.title(title))
    }

    enum Anchor: String { case start, middle, end }

    static func text(
        _ words: String, x: Double, y: Double, _ anchor: Anchor = .start, style: String = "label"
    ) -> Markup {
        .element(
            "text",
            ["x": number(x), "y": number(y), "text-anchor": anchor.rawValue, "class": style], words)
    }

    static func group(title: String, _ content: [Markup]) -> Markup {
        .element("g", [:], self.title(title) + content)
    }

    /// Two decimals at most: a hundredth of a unit is not seen.
    static func number(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)" }
        return "\(Double(hundredths) / 100)"
    }

    /// The patterns that tell areas apart without colour, by the classes of the same names; once in
    /// a page that uses them.
    static let patterns = Markup.element(
        "svg",
        [
            "xmlns": "http://www.w3.org/2000/svg", "class": "patterns", "width": "0", "height": "0",
            "aria-hidden": "true",
        ],
        [
            pattern("hatch", size: 6, "M-1 5 L5 -1 M1 7 L7 1"),
            pattern("cross", size: 6, "M0 0 L6 6 M6 0 L0 6"),
            pattern("dots", size: 5, "M2 2.5 H3.2"),
        ])

    private static func pattern(_ id: String, size: Int, _ commands: String) -> Markup {
        .element(
            "pattern",
            [
                "id": id, "width": "\(size)", "height": "\(size)",
                "patternUnits": "userSpaceOnUse",
            ],
            [
                box("ground", x: 0, y: 0, width: Double(size), height: Double(size)),
                path("stroke-\(id)", commands),
            ])
    }

    private static func title(_ words: String?) -> [Markup] {
        words.map { [.element("title", [:], $0)] } ?? []
    }
}
