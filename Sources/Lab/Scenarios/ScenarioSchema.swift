/// The JSON Schema of scenario files (draft 2020-12), made from the tables that they are read by.
///
/// A file is valid YAML whose values a schema sees as the YAML 1.2 core schema has them: `3` is a
/// number, `3 s` is text. What needs a look elsewhere, such as whether an asset exists, is the check's:
/// see ``ScenarioCheck``.
package enum ScenarioSchema {
    static let document: SchemaValue = ScenarioShape.root.schema
        .with("$schema", .text("https://json-schema.org/draft/2020-12/schema"))
        .with("title", .text("hlslab scenario"))
        .with(
            "description",
            .text("One experiment: which asset over which link, what goes wrong, what has to hold.")
        )

    /// Indented JSON with sorted keys, without a line break at its end.
    /// - Throws: ``LabError``.
    package static func text() throws(LabError) -> String { try document.jsonText() }
}
