import ArgumentParser
import Foundation
import Lab

/// The command line: parses words, calls the lab, prints. Exit codes are those of the design: 0 every
/// expectation holds, 1 one failed, 2 the run could not be carried out, 64 usage, 69 this machine
/// cannot provide that link.
@main
struct Hlslab: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hlslab",
        abstract: "Downloads HLS over bad links and proves what ends up on disk.",
        discussion: """
            hlslab run --profile edge      downloads the default asset over an EDGE link
            hlslab profiles list           the links there are
            hlslab lint FILE|URL|-         what is wrong with a playlist
            hlslab doctor                  what this machine can provide
            """,
        version: "hlslab \(LabVersion.current)",
        subcommands: [
            RunCommand.self, SuiteCommand.self, MergeCommand.self, ReplayCommand.self,
            ReportCommand.self,
            ScenarioCommand.self, DownloadCommand.self, ServeCommand.self, ProfilesCommand.self,
            AssetsCommand.self, LibraryCommand.self, LinkCommand.self, LintCommand.self,
            ExploreCommand.self, CompareCommand.self, AbrCommand.self, LogCommand.self,
            QualityCommand.self,
            ConformanceCommand.self, DoctorCommand.self, EngineCommand.self,
        ])

    static func main() async {
        do {
            try RunNamespace.enterIfAsked()
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as LabError {
            Console.complain(error.message)
            Foundation.exit(error.exitCode)
        } catch {
            finish(error)
        }
    }

    /// Help and version go to standard output; a mistake on the command line is one line.
    private static func finish(_ error: any Error) -> Never {
        let code = exitCode(for: error)
        guard code == .validationFailure else { exit(withError: error) }
        Console.complain(message(for: error).split(separator: "\n").joined(separator: " "))
        Foundation.exit(code.rawValue)
    }
}
