import Foundation
@testable import Lab
import Scenarios
import Testing

@Suite struct `The schema of a file of results` {
    private static func path(of schema: ResultSchema) -> String {
        "\(TestSuite.root)/ci/schemas/\(schema.rawValue).schema.json"
    }

    /// HLSLAB_GOLDEN=write writes it anew.
    @Test(arguments: ResultSchema.allCases)
    func `is the one that is committed`(schema: ResultSchema) throws {
        let text = try schema.text() + "\n"
        if ProcessInfo.processInfo.environment["HLSLAB_GOLDEN"] == "write" {
            try text.write(toFile: Self.path(of: schema), atomically: true, encoding: .utf8)
        }
        let committed = try String(contentsOfFile: Self.path(of: schema), encoding: .utf8)
        #expect(text == committed)
    }

    @Test func `tells what has to be there from what may be absent`() throws {
        struct Inner: Codable {
            enum Word: String, Codable, CaseIterable { case one, two }
            var word: Word?
            var count: UInt64
        }
        struct Outer: Codable {
            var text: String
            var number: Double?
            var whole: Int?
            var yes: Bool
            var list: [Inner]
            var map: [String: Int]?
        }
        let inner = SchemaValue.type(
            "object",
            [
                "additionalProperties": .boolean(false), "required": .list([.text("count")]),
                "properties": .object([
                    "word": .words(["one", "two"]),
                    "count": .type("integer", ["minimum": .number(0)]),
                ]),
            ])
        let outer = SchemaValue.type(
            "object",
            [
                "additionalProperties": .boolean(false),
                "required": .list([.text("list"), .text("text"), .text("yes")]),
                "properties": .object([
                    "text": .type("string"), "number": .type("number"),
                    "whole": .type("integer"), "yes": .type("boolean"),
                    "list": .type("array", ["items": inner]),
                    "map": .type("object", ["additionalProperties": .type("integer")]),
                ]),
            ])
        #expect(try SchemaRecorder.schema(of: Outer.self) == outer)
    }

    /// What is written has no key that is not in its schema, and every key that has to be there.
    @Test func `fits what a run writes`() throws {
        let summary = `The summary of a run`.summary(failures: 1, findings: [.right])
        let object = try JSONSerialization.jsonObject(with: try summary.json())
        let schema = try JSONSerialization.jsonObject(
            with: Data(try ResultSchema.summary.text().utf8))
        #expect(Self.faults(object, schema, "summary") == [])
    }

    private static func faults(_ value: Any, _ schema: Any, _ path: String) -> [String] {
        guard let schema = schema as? [String: Any] else { return ["\(path): no schema"] }
        if let properties = schema["properties"] as? [String: Any] {
            guard let object = value as? [String: Any] else { return ["\(path) is no object"] }
            let required = schema["required"] as? [String] ?? []
            return required.filter { object[$0] == nil }.map { "\(path).\($0) is missing" }
                + object.flatMap { key, value in
                    properties[key].map { faults(value, $0, "\(path).\(key)") }
                        ?? ["\(path).\(key) is unknown"]
                }
        }
        if let items = schema["items"] {
            return ((value as? [Any]) ?? []).flatMap { faults($0, items, "\(path)[]") }
        }
        return []
    }
}
