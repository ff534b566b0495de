internal import PlaybackCore

/// The adaptation rules there are: what `hlslab abr rules` prints.
package struct RuleList: CommandReport {
    package struct Rule: Sendable, Hashable, Encodable {
        package var name: String
        /// In one line.
        package var summary: String
    }

    package let schema = "hlslab-rules/1"
    package let rules: [Rule]

    package init() {
        rules = RuleCatalog.names.map {
            Rule(name: $0, summary: RuleCatalog.summary(of: $0) ?? "")
        }
    }

    package var text: String {
        Table(heads: ["rule", "what it does"], rows: rules.map { [$0.name, $0.summary] }).text
    }
}
