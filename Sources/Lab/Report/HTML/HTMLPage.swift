/// A report as one file: no script, nothing from the network, for light and dark screens.
struct HTMLPage: Sendable, Hashable {
    var title: String
    var body: [Markup]

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
                .element("title", [:], title), .style(Self.rules),
            ])
        let main = Markup.element("main", [:], body)
        let document = Markup.element(
            "html", ["lang": "en"], [head, .element("body", [:], [main])])
        return "<!DOCTYPE html>\n\(document.text)\n"
    }

    /// Every colour has its dark counterpart; nothing is told by colour alone.
    private static let rules = """
        :root {
          --paper: #ffffff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0;
          --bar: #2f6fb3; --curve: #1b1f24; --mark: #a3470f; --panel: #f6f8fa;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d;
            --bar: #5a9bdc; --curve: #e6edf3; --mark: #f0a36b; --panel: #151b23;
          }
        }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
        h1 { font-size: 1.35rem; margin: 0 0 0.25rem; }
        h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
        .lead { margin: 0; color: var(--faint); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line);
          text-align: left; vertical-align: top; }
        th { font-weight: 600; } td.number, th.number { text-align: right; white-space: nowrap; }
        pre, code { font: 13px/1.45 ui-monospace, monospace; }
        pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
          padding: 0.7rem 0.9rem; overflow-x: auto; margin: 0.5rem 0; }
        .plots { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
        figure { margin: 0; } figcaption { font-weight: 600; }
        svg { width: 100%; height: auto; display: block; }
        svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
        svg .faint { fill: var(--faint); }
        svg .axis { stroke: var(--ink); fill: none; } svg .grid { stroke: var(--line); fill: none; }
        svg .bar { fill: var(--bar); stroke: var(--paper); }
        svg .bar:hover { fill: var(--mark); }
        svg .curve { stroke: var(--curve); stroke-width: 2; fill: none; }
        svg .mark { stroke: var(--mark); stroke-width: 1.5; fill: none; }
        """
}
