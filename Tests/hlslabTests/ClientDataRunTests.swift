import Foundation
import Testing

@Suite struct `A run that tells of its requests` {
    @Test(arguments: [
        ("simulate", "query"), ("simulate", "headers"), ("throttle", "query"),
        ("throttle", "headers"),
    ])
    func `is judged by what the origin reads of it`(link: String, form: String) async throws {
        let folder = try TemporaryFolder()
        let run = try await Invocation([
            "run", "--profile", "wifi", "--link", link, "--cmcd", form, "--out",
            folder.path + "/run", "--format", "json",
        ])
        #expect(run.exitCode == 0, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let summary = try #require(object as? [String: Any])
        let judged = try #require(summary["expectations"] as? [[String: Any]])
        #expect(judged.contains { $0["name"] as? String == "cmcd" && $0["pass"] as? Bool == true })
        #expect((summary["replay"] as? String)?.contains("--cmcd \(form)") == true)
        let record = try Data(contentsOf: URL(filePath: folder.path + "/run/origin.jsonl"))
        for line in record.split(separator: UInt8(ascii: "\n")) {
            let entry = try #require(
                try JSONSerialization.jsonObject(with: line) as? [String: Any])
            let told = try #require(entry["cmcd"] as? [String: String])
            #expect(told["sf"] == "h" && told["cid"] == "ladder")
            #expect(entry["cmcdFaults"] == nil)
            // What is told is no part of the address.
            #expect((entry["path"] as? String)?.contains("CMCD") == false)
        }
    }

    @Test func `tells nothing unless it is asked to`() async throws {
        let folder = try TemporaryFolder()
        let out = folder.path + "/run"
        _ = try await Invocation([
            "run", "--profile", "wifi", "--link", "simulate", "--out", out,
        ])
        let record = try String(contentsOfFile: out + "/origin.jsonl", encoding: .utf8)
        #expect(!record.contains("cmcd"))
    }
}
