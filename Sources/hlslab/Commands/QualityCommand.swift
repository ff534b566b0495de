import ArgumentParser
import Lab

/// `hlslab qoe`.
struct QualityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qoe",
        abstract: "Prints the quality of experience of a run with a playback.",
        discussion: """
            Computed from playback.json in the run's folder: what was played, when it stalled, what was \
            requested. What only a laboratory knows of the link (how much it could have carried) is \
            there when the run left it.

            Exit codes: 0 printed, 2 the folder holds no playback, 64 usage.
            """)

    @Argument(help: ArgumentHelp("Folder of a run, or a playback.json.", valueName: "run"))
    var folder: String

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    @Flag(
        help: """
            Prints the input of ITU-T P.1203 (I11, I13, I23) as its implementations read it, in place of \
            the metrics; no score is computed here.
            """)
    var p1203 = false

    func run() throws {
        let report = try Workbench(resources: Console.resources).readQuality(folder)
        if p1203 { return print(try report.p1203.jsonText()) }
        try Console.finish(report, as: format)
    }
}
