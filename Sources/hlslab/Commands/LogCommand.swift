import ArgumentParser
import Lab

/// `hlslab log`.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Prints and sums up an access log or an error log of a playback.",
        discussion: """
            Reads the W3C's extended log file format, as runs with a playback leave it in their folder \
            (access.log, error.log) and as a device writes it (AVPlayerItem's accessLog and errorLog, \
            extendedLogData). What nobody knows is '-'.

            Exit codes: 0 read, 2 it cannot be read or is no such log: the line says why, 64 usage.
            """)

    @Argument(help: "Path of a log, or - for standard input.")
    var file: String

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        try Console.finish(try Workbench(resources: Console.resources).readLog(file), as: format)
    }
}
