import Foundation
import Testing

@Suite(.serialized) struct `The README` {
    /// The commands in its shell blocks, comments left out.
    private static func commands() throws -> [String] {
        let text = try String(contentsOfFile: Invocation.root + "/README.md", encoding: .utf8)
        var commands: [String] = []
        var isShell = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isShell = line == "```sh"
            } else if isShell {
                let command = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
                if !command.isEmpty { commands.append(command) }
            }
        }
        return commands
    }

    @Test func `opens with the command that runs and the command that tests`() throws {
        #expect(
            try Self.commands().prefix(2) == ["ci/hlslab run --profile edge", "ci/test"])
    }

    /// Every command of hlslab is run as it stands, but over a link that takes no minute, with few
    /// seeds, and into a folder of the test. The scripts are looked at only: ci/test runs this test, ci/install is
    /// run by ci/accept/first-light.
    @Test func `shows commands that work`() async throws {
        let folder = try TemporaryFolder()
        for (number, command) in try Self.commands().enumerated() {
            var words = command.split(separator: " ").map(String.init)
            let script = words.removeFirst()
            #expect(
                FileManager.default.isExecutableFile(atPath: "\(Invocation.root)/\(script)"),
                "\(script) is no program")
            guard script == "ci/hlslab" else { continue }
            if words.first == "run" {
                for option in ["--profile", "--out"] {
                    guard let place = words.firstIndex(of: option) else { continue }
                    words.removeSubrange(place...(place + 1))
                }
                if let seeds = words.firstIndex(of: "--seeds") { words[seeds + 1] = "1...3" }
                words += ["--profile", "wifi", "--out", "\(folder.path)/\(number)"]
            }
            if words.first == "suite" { words += ["--out", "\(folder.path)/\(number)"] }
            let run = try await Invocation(words)
            #expect(run.exitCode == 0, "\(command): \(run.errors)")
            #expect(!run.output.isEmpty)
        }
    }
}
