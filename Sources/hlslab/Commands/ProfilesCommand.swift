import ArgumentParser
import Lab

/// `hlslab profiles`.
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Shows the links there are, and reads and writes those of other programs.",
        subcommands: [List.self, Show.self, Import.self, Export.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists all link profiles with rate and delay per direction.")

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let catalog = try Workbench(resources: Console.resources).profiles()
            print(format == .json ? try catalog.jsonText() : catalog.text)
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows one link profile with all its values and their source.")

        @Argument(help: "Id or alias.")
        var profile: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let profile = try Workbench(resources: Console.resources).profile(profile)
            print(format == .json ? try profile.jsonText() : profile.text)
        }
    }
}
