/// The JSON Schemas (draft 2020-12) of files of results, made from the types that are written, so that
/// they say the same: `ci/schemas`.
package enum ResultSchema: String, Sendable, CaseIterable {
    case summary, seeds, suite, compare

    /// What it is of.
    private var title: String {
        switch self {
        case .summary: "summary.json of a run, and what 'hlslab run --format json' prints"
        case .seeds:
            "summary.json of many seeds, and what 'hlslab run --seeds --format json' prints"
        case .suite: "results.json, and what 'hlslab suite' and 'merge' print with --format json"
        case .compare: "what 'hlslab compare --format json' prints"
        }
    }

    private var name: String {
        switch self {
        case .summary: RunSummary.currentSchema
        case .seeds: SeedsSummary.currentSchema
        case .suite: SuiteResults.currentSchema
        case .compare: ComparisonReport.currentSchema
        }
    }

    private var type: any Decodable.Type {
        switch self {
        case .summary: RunSummary.self
        case .seeds: SeedsSummary.self
        case .suite: SuiteResults.self
        case .compare: ComparisonReport.self
        }
    }

    var document: SchemaValue {
        get throws(LabError) {
            let body: SchemaValue
            do {
                body = try SchemaRecorder.schema(of: type)
            } catch {
                throw LabError(.run, "cannot make the schema of \(name): \(error)")
            }
            return body.with("$schema", .text("https://json-schema.org/draft/2020-12/schema"))
                .with("$id", .text(name)).with("title", .text(title))
                .naming(schema: name)
        }
    }

    /// Indented JSON with sorted keys, without a line break at its end.
    /// - Throws: ``LabError``.
    package func text() throws(LabError) -> String { try document.jsonText() }
}

extension SchemaValue {
    /// With the one value that the property `schema` can have.
    fileprivate func naming(schema name: String) -> SchemaValue {
        guard case .object(let object) = self, case .object(var properties)? = object["properties"]
        else { return self }
        properties["schema"] = .object(["const": .text(name)])
        return with("properties", .object(properties))
    }
}
