import ArgumentParser
import Lab

/// `hlslab report`.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes the page of a run, a suite or a comparison anew from what it left.",
        discussion: """
            Takes the folder of a run, of many seeds or of a suite, or a file of results: that of 'hlslab \
            suite', or of 'hlslab compare --format json'. Of a run it makes report.html and session.har, \
            the same bytes as at its end. A run over sockets that was killed, or still goes on, is told of \
            as far as its timeline goes, and the page says so first. The asset has to be what it was.

            Exit codes: 0 the page is written, 2 it cannot be, 64 usage.
            """)

    @Argument(help: "Folder of a run or a suite, or a file of results.")
    var run: String

    @Option(
        help: """
            File for the page, the folder staying as it is. (default: report.html in the folder; of a file \
            its name with .html)
            """)
    var out: String?

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let report = try await Workbench(resources: Console.resources).remakeReport(
            of: run, out: out)
        try Console.finish(report, as: format)
    }
}
