import ArgumentParser
import Lab

extension ProfilesCommand {
    private static let formats = LinkFormat.allCases.map(\.rawValue).joined(separator: ", ")

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a link profile of a recording or preset of another program.",
            discussion: """
                The profile goes to standard output, or to --out. What was assumed and what looks \
                like a mistake in the source goes to standard error.
                """)

        @Argument(help: "The file.")
        var file: String

        @Option(help: "\(formats); from the content when not given.")
        var format: String?

        @Option(help: "Name of the new profile; the file's when not given.")
        var name: String?

        @Option(help: "Which of several links in the file.")
        var section: String?

        @Option(help: "File for the profile.")
        var out: String?

        func run() throws {
            let workbench = Workbench(resources: Console.resources)
            let exchange = try workbench.importProfile(
                file: file, format: format, name: name, section: section)
            try ProfilesCommand.deliver(exchange, to: out, by: workbench)
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Writes a link profile in the format of another program.",
            discussion: """
                The file goes to standard output, or to --out. What the format cannot hold goes to \
                standard error, a line each.
                """)

        @Argument(help: "Id or alias.")
        var profile: String

        @Option(help: "\(formats).")
        var format: String

        @Option(help: "File to write.")
        var out: String?

        func run() throws {
            let workbench = Workbench(resources: Console.resources)
            let exchange = try workbench.exportProfile(profile, format: format)
            try ProfilesCommand.deliver(exchange, to: out, by: workbench)
        }
    }

    private static func deliver(
        _ exchange: ProfileExchange, to out: String?, by workbench: Workbench
    ) throws {
        for note in exchange.notes { Console.remark("note: \(note)") }
        for warning in exchange.warnings { Console.remark("warning: \(warning)") }
        guard let out else {
            print(exchange.text, terminator: "")
            if let companion = exchange.companion {
                Console.remark(
                    "note: the file itself has to lie beside the profile as "
                        + "'\(companion.name)'; --out puts it there")
            }
            return
        }
        try workbench.write(exchange, to: out)
    }
}
