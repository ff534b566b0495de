import ArgumentParser
import Foundation
import Lab

/// `hlslab lint`.
struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Checks playlists against the HLS specification.",
        discussion: """
            Errors are must-rules of draft-pantos-hls-rfc8216bis-22 that are broken, each with \
            line, column, rule and section; warnings are likely mistakes and breaches of Apple's \
            HLS authoring specification. The media playlists that a multivariant playlist names \
            are read too, from beside the file or from the same server, checked, and compared with \
            each other; those that cannot be read are noted.

            Exit codes: 0 no errors, 1 errors, 2 a playlist, or a media playlist behind a URL, \
            could not be read, 64 usage.
            """)

    @Argument(help: "Paths, http or https URLs, or - for standard input.")
    var playlists: [String]

    @Flag(inversion: .prefixedNo, help: "Check Apple's authoring rules too.")
    var authoring = true

    @Option(help: "text, or json: one line for each playlist given.")
    var format: OutputFormat = .text

    func run() async throws {
        let linter = PlaylistLinter(checksAuthoring: authoring)
        let total = try await linter.lint(playlists) { report in
            if format == .json {
                Console.announce(try report.jsonLine())
            } else if let failure = report.failure {
                Console.complain(failure)
            } else {
                Console.announce(report.text)
            }
        }
        if format == .text, let line = total.text { Console.announce(line) }
        Foundation.exit(total.exitCode)
    }
}
