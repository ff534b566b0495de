import ArgumentParser
import Lab

/// `hlslab merge`.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Makes the results of a suite of those of all its shards.",
        discussion: """
            What comes out is what 'hlslab suite' leaves without --shard, byte for byte in virtual time. \
            A shard that is missing, there twice, or of another suite or program is refused.

            Exit codes: those of 'hlslab suite' for the whole.
            """)

    @Argument(help: "Results of every shard: results.json or its folder.")
    var results: [String]

    @Option(help: "File for the merged results.")
    var out: String

    @Option(help: "File for the results as JUnit's XML.")
    var junit: String?

    @Option(help: "File for the results as an HTML page.")
    var report: String?

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let outcome = try Workbench(resources: Console.resources).merge(results, out: out)
        try outcome.write(junit: junit, report: report)
        Console.annotate(outcome.results, as: format)
        try Console.finish(outcome, as: format)
    }
}
