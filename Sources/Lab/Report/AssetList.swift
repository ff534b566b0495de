internal import Scenarios

/// The assets there are, for `assets list`.
package struct AssetList: Sendable, Encodable {
    private struct Row: Sendable, Encodable {
        var id: String
        var title: String
        var seconds: Double
        var variants: [String]
    }

    private let rows: [Row]

    init(catalogs: [AssetCatalog]) {
        rows = catalogs.map { catalog in
            let first = catalog.variants.first.flatMap { catalog.stream($0.stream) }
            return Row(
                id: catalog.id, title: catalog.title,
                seconds: first?.segments.reduce(0) { $0 + ($1.seconds ?? 0) } ?? 0,
                variants: catalog.variants.reduce(into: []) { names, variant in
                    if !names.contains(variant.stream) { names.append(variant.stream) }
                })
        }
    }

    package func encode(to encoder: any Encoder) throws {
        try rows.encode(to: encoder)
    }

    /// A table; no line break at its end.
    package var text: String {
        Table(
            heads: ["id", "length", "variants", "title"],
            rows: rows.map {
                [
                    $0.id, "\(Int($0.seconds.rounded())) s", $0.variants.joined(separator: " "),
                    $0.title,
                ]
            }
        ).text
    }
}
