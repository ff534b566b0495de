import ArgumentParser
import Lab

/// `hlslab assets`.
struct AssetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "assets", abstract: "Shows the assets there are.",
        subcommands: [List.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists fixtures and synthetic assets with their variants.")

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let list = try Workbench(resources: Console.resources).assets()
            print(format == .json ? try list.jsonText() : list.text)
        }
    }
}
