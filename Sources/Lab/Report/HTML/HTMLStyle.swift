/// How pages look: one style sheet for all of them.
enum HTMLStyle {
    /// Every colour has its dark counterpart; nothing is told by colour alone. Text has a contrast of
    /// 4.5 and more against what is behind it, drawings of 3 (WCAG 2.2, 1.4.3 and 1.4.11).
    static let rules = """
        :root {
          --paper: #ffffff; --ink: #1b1f24; --faint: #59636e; --line: #d1d9e0;
          --bar: #2f6fb3; --curve: #1b1f24; --mark: #a3470f; --panel: #f6f8fa;
          --good: #1a6e33; --bad: #b3261e; --soft: #dbe7f5;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #0d1117; --ink: #e6edf3; --faint: #9aa3ad; --line: #3d444d;
            --bar: #5a9bdc; --curve: #e6edf3; --mark: #f0a36b; --panel: #151b23;
            --good: #57c374; --bad: #ff8b80; --soft: #1c3148;
          }
        }
        * { box-sizing: border-box; } [hidden] { display: none !important; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
        h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 0.25rem; letter-spacing: -0.01em; }
        h2 { font-size: 1.15rem; margin: 2.25rem 0 0.5rem; padding-top: 0.75rem;
          border-top: 1px solid var(--line); }
        h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
        p { margin: 0.25rem 0 0.6rem; max-width: 58rem; overflow-wrap: anywhere; }
        .lead { margin: 0; color: var(--faint); } .faint { color: var(--faint); }
        .verdict { display: inline-block; font-weight: 700; letter-spacing: 0.04em;
          padding: 0.1rem 0.6rem; border: 2px solid; border-radius: 6px; margin: 0 0 0.6rem; }
        .pass { color: var(--good); } .fail, .error { color: var(--bad); }
        .reason { font-size: 1.05rem; margin: 0.4rem 0 1rem; }
        .tiles { display: grid; gap: 0.6rem; margin: 1rem 0 0;
          grid-template-columns: repeat(auto-fit, minmax(8.3rem, 1fr)); }
        .tiles div { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
          padding: 0.5rem 0.75rem; }
        .tiles dt { color: var(--faint); font-size: 0.85rem; }
        .tiles dd { margin: 0; font-size: 1.15rem; font-weight: 600;
          font-variant-numeric: tabular-nums; }
        .tiles dd small { display: block; font-size: 0.8rem; font-weight: 400;
          color: var(--faint); line-height: 1.35; }
        .scroll { overflow-x: auto; max-width: 100%; }
        .scroll:focus-visible, pre:focus-visible, summary:focus-visible, a:focus-visible,
        button:focus-visible, input:focus-visible, select:focus-visible {
          outline: 2px solid var(--bar); outline-offset: 2px; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.3rem 0.9rem 0.3rem 0; border-bottom: 1px solid var(--line);
          text-align: left; vertical-align: top; }
        th { font-weight: 600; } td.number, th.number { text-align: right; white-space: nowrap; }
        th[scope=row] { white-space: nowrap; }
        th button { font: inherit; color: inherit; background: none; border: 0; padding: 0;
          cursor: pointer; text-decoration: underline dotted; text-underline-offset: 3px; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;
          clip-path: inset(50%); white-space: nowrap; }
        a { color: var(--bar); }
        pre, code { font: 13px/1.45 ui-monospace, monospace; } code { overflow-wrap: anywhere; }
        pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
          padding: 0.7rem 0.9rem; overflow-x: auto; margin: 0.5rem 0; }
        details { margin: 0.75rem 0; } summary { cursor: pointer; font-weight: 600; }
        .filters { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0.75rem 0;
          align-items: end; }
        .filters label { display: grid; font-size: 0.85rem; color: var(--faint); }
        .filters select, .filters input { font: inherit; color: var(--ink);
          background: var(--panel); border: 1px solid var(--faint); border-radius: 6px;
          padding: 0.25rem 0.5rem; }
        .plots { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
        figure { margin: 0.5rem 0; } figcaption { font-weight: 600; }
        .wide svg { min-width: 720px; }
        .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem;
          margin: 0.4rem 0; padding: 0; font-size: 0.85rem; color: var(--faint); }
        .legend li { display: flex; align-items: center; gap: 0.4rem; }
        .legend svg { width: 26px; height: 14px; flex: none; }
        svg { width: 100%; height: auto; display: block; }
        svg.patterns { width: 0; height: 0; position: absolute; }
        svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
        svg .small { font-size: 11px; } svg .faint { fill: var(--faint); }
        svg .axis { stroke: var(--ink); fill: none; } svg .grid { stroke: var(--line); fill: none; }
        svg .bar { fill: var(--bar); stroke: var(--paper); }
        svg .bar:hover { fill: var(--mark); }
        svg .curve { stroke: var(--curve); stroke-width: 1.75; fill: none; }
        svg .dashed.curve { stroke: var(--mark); stroke-dasharray: 6 4; }
        svg .area { fill: var(--soft); }
        svg .mark { stroke: var(--mark); stroke-width: 1.5; fill: none; }
        svg .ground { fill: var(--paper); }
        svg .stroke-hatch { stroke: var(--bar); stroke-width: 1.6; fill: none; }
        svg .stroke-cross { stroke: var(--bad); stroke-width: 1.4; fill: none; }
        svg .stroke-dots { stroke: var(--mark); stroke-width: 1.6; fill: none; }
        svg .solid { fill: var(--bar); stroke: var(--paper); stroke-width: 0.5; }
        svg .open { fill: var(--paper); stroke: var(--bar); }
        svg .hatched { fill: url(#hatch); stroke: var(--bar); }
        svg .dotted { fill: url(#dots); stroke: var(--mark); }
        svg .crossed { fill: url(#cross); stroke: var(--bad); }
        svg rect.dashed { fill: var(--paper); stroke: var(--bad); stroke-dasharray: 3 2; }
        svg .line { stroke: var(--faint); stroke-width: 1.5; stroke-dasharray: 1.5 3; fill: none; }
        svg .band { fill: url(#cross); fill-opacity: 0.45; stroke: var(--bad); }
        svg rect:hover { stroke: var(--ink); }
        @media print {
          :root { --paper: #ffffff; --ink: #000000; --faint: #444444; --line: #bbbbbb;
            --bar: #2f6fb3; --curve: #000000; --mark: #a3470f; --panel: #ffffff;
            --good: #1a6e33; --bad: #b3261e; --soft: #dbe7f5; }
          body { font-size: 11px; } main { max-width: none; padding: 0; }
          .scroll { overflow: visible; } .wide svg { min-width: 0; } .filters { display: none; }
          pre { white-space: pre-wrap; } figure, tr { break-inside: avoid; }
          h2, h3 { break-after: avoid; }
          details::details-content { content-visibility: visible; block-size: auto; }
        }
        """
}
