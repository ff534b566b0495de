import ArgumentParser
import Lab

/// `hlslab conformance`.
struct ConformanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "conformance",
        abstract: "Compares adaptation with what other programs gave for the same inputs.",
        discussion: """
            The folder is laid out as Fixtures/conformance: sabre (sessions with all that Sabre \
            printed), pensieve (delays, buffers and stalls of Pensieve's simulator, and what its \
            policies chose), players (estimators of hls.js, Shaka Player and ExoPlayer, and choices of \
            hls.js). A line for each case that differs, and one with the counts.

            Exit codes: 0 all are reproduced, 1 some differ, 2 the folder is another one, 64 usage.
            """)

    @Argument(help: "Folder of the data.")
    var folder: String

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let workbench = Workbench(resources: Console.resources)
        try Console.finish(try workbench.checkConformance(folder), as: format)
    }
}
