import ArgumentParser
import Lab

// The packages of a library: what there is, and what goes.
extension LibraryCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the packages of a library with their sizes, states and policies.",
            discussion: "1 when one is missing or damaged.")

        @OptionGroup var library: LibraryOptions

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let report = try await library.open(LibraryCommand.workbench).list()
            try Console.finish(report, as: format)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deletes packages of a library with all that belongs to them.")

        @Argument(help: "Names as 'hlslab library list' has them, or paths.")
        var packages: [String] = []

        @OptionGroup var library: LibraryOptions

        @Flag(help: "What is certainly of this library and belongs to no package, too.")
        var orphans = false

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let report = try await library.open(LibraryCommand.workbench)
                .delete(packages, orphans: orphans)
            try Console.finish(report, as: format)
        }
    }

    struct Purge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Deletes packages by their policies until there is room.",
            discussion: """
                Expired packages go first, then those of default priority before important ones, \
                among equals the one that was used longest ago. A package without a policy stays: \
                see 'hlslab library policy'. 1 when policies let too little go.
                """)

        @Option(help: "How much is to be freed, '2 GB' for example.")
        var free: String

        @Flag(help: "Only say what would go, and why.")
        var dryRun = false

        @OptionGroup var library: LibraryOptions

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let report = try await library.open(LibraryCommand.workbench)
                .purge(freeing: free, isDry: dryRun)
            try Console.finish(report, as: format)
        }
    }

    struct Policy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says when a package may be purged, or sets it.",
            discussion: "Without options it says what holds.")

        @Argument(help: "Name as 'hlslab library list' has it, or path.")
        var package: String

        @Option(help: "default, or important: after those that are not.")
        var priority: String?

        @Option(help: "Goes first from then on: 2027-01-31, 2027-01-31T18:00:00Z, or never.")
        var expires: String?

        @Flag(help: "It is never purged.")
        var none = false

        @OptionGroup var library: LibraryOptions

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            var change = PackageLibrary.PolicyChange()
            change.priority = priority
            change.expires = expires
            change.removes = none
            let report = try await library.open(LibraryCommand.workbench)
                .policy(of: package, change)
            try Console.finish(report, as: format)
        }
    }
}
