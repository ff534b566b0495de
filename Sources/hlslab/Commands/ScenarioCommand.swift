import ArgumentParser
import Lab

/// `hlslab scenario`.
struct ScenarioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Checks scenario files, and tells what may be in one.",
        subcommands: [Check.self, Schema.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Explains every error of scenario files, without playing them.",
            discussion: """
                Each error is a line with file, line, column and the nearest known name. Besides the \
                words of a file, what it names is looked up: the asset, the streams of its faults, the \
                link profiles, the adaptation rule.

                Exit codes: 0 all can be played, 1 one cannot, 64 usage.
                """)

        @Argument(help: "Scenario files (YAML).")
        var files: [String]

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let workbench = Workbench(resources: Console.resources)
            try Console.finish(workbench.check(scenarios: files), as: format)
        }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the JSON Schema of scenario files, for editors.",
            discussion: """
                Draft 2020-12, made from the tables that scenario files are read by. The same text is \
                ci/scenarios/scenario.schema.json; an editor that knows YAML takes it from a first line \
                '# yaml-language-server: $schema=scenario.schema.json'.
                """)

        func run() throws {
            print(try ScenarioSchema.text())
        }
    }
}
