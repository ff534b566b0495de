import Foundation
import Testing

/// What people read is as it was, or was changed on purpose: see ``GoldenFile``.
@Suite(.serialized) struct `What people read` {
    // MARK: - Help

    /// A command as the argument parser describes it.
    private struct Command: Decodable {
        var commandName: String
        var subcommands: [Command]?

        /// Words of all commands below and this one.
        func words(_ above: [String] = []) -> [[String]] {
            let here = above + [commandName]
            return [here] + (subcommands ?? []).flatMap { $0.words(here) }
        }
    }

    private struct Tool: Decodable { var command: Command }

    @Test func `of each command is its help`() async throws {
        let dump = try await Invocation(["--experimental-dump-help"])
        let tool = try JSONDecoder().decode(Tool.self, from: Data(dump.output.utf8))
        let commands = tool.command.words().filter { $0.last != "help" }
        #expect(commands.count > 20)
        var names: [String] = []
        for words in commands {
            let help = try await Invocation(Array(words.dropFirst()) + ["--help"])
            #expect(help.exitCode == 0)
            names.append(words.joined(separator: "-") + ".txt")
            try GoldenFile.expect(help.output, is: "help/\(names[names.count - 1])")
        }
        let stale = try GoldenFile.names(in: "help").filter { !names.contains($0) }
        for name in stale where GoldenFile.isWriting {
            try FileManager.default.removeItem(atPath: "\(GoldenFile.folder)/help/\(name)")
        }
        #expect(GoldenFile.isWriting || stale == [], "help of commands that are no more")
    }

    // MARK: - Runs in virtual time

    struct Run: Sendable, CustomTestStringConvertible {
        var name: String
        var words: [String]
        var exitCode: Int32 = 0
        var testDescription: String { name }
    }

    private static let runs = [
        Run(name: "plain", words: ["--profile", "edge"]),
        Run(name: "faults", words: ["ci/scenarios/rough-origin.yaml", "--profile", "3g"]),
        Run(
            name: "hole", words: ["ci/accept/hole.yaml", "--profile", "lte", "--asset", "cmaf"],
            exitCode: 1),
        Run(name: "playback", words: ["--profile", "3g", "--playback", "with-download"]),
        Run(
            name: "stalls",
            words: ["--profile", "edge", "--playback", "only", "--abr", "highest"]),
        Run(name: "dark", words: ["--profile", "nlc-100-loss"], exitCode: 2),
    ]

    @Test(arguments: runs)
    func `of a run is its summary, its figures, its page and its HAR`(run: Run) async throws {
        let folder = try TemporaryFolder()
        let out = "\(folder.path)/run"
        let words = ["run"] + run.words + ["--link", "simulate", "--out", out]
        let made = try await Invocation(words)
        #expect(made.exitCode == run.exitCode)
        func common(_ text: String) -> String { text.replacing(out, with: "RUN") }
        let said = common(made.output + made.errors)
            .replacing(/[0-9.]+ (?:s|ms|µs) of this machine's/, with: "… of this machine's")
        #expect(said.split(separator: "\n").count <= 15)
        try GoldenFile.expect(said, is: "runs/\(run.name).txt")
        for (file, name) in [
            ("summary.json", "json"), ("report.html", "html"), ("session.har", "har"),
        ] {
            let text = try String(contentsOfFile: "\(out)/\(file)", encoding: .utf8)
            try GoldenFile.expect(
                name == "html" ? lines(common(text)) : common(text), is: "runs/\(run.name).\(name)")
        }
    }

    /// A page without its style sheet, an element a line: what is different is seen.
    private func lines(_ page: String) -> String {
        page.replacing(/<style>(?s:.*)<\/style>/, with: "<style></style>")
            .replacing("><", with: ">\n<")
    }
}
