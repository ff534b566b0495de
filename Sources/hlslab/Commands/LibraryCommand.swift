import ArgumentParser
import Foundation
import Lab

/// `hlslab library`.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Keeps packages on disk: what they hold, whether they are whole, what goes.",
        discussion: """
            A package is the folder that a download makes (asset/ below its --out, or a name.movpkg \
            in a library), or one of the same layout from elsewhere. The commands that take its \
            folder write nothing into it. Those with --library keep the packages of a library, as \
            'hlslab download' or an app with the engine makes it.

            Exit codes: 0 whole, 1 findings, incomplete or damaged, 2 it could not be carried out, \
            64 usage, 69 a program is missing.
            """,
        subcommands: [
            Show.self, Lint.self, Verify.self, Export.self, Estimate.self, List.self, Delete.self,
            Purge.self, Policy.self,
        ])

    /// What the commands on one package have in common.
    struct PackageOptions: ParsableArguments {
        @Argument(help: "Folder of a package.")
        var package: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the streams of a package and says whether it plays offline.",
            discussion: "It reads no media; see 'hlslab library verify' for the bytes.")

        @OptionGroup var options: PackageOptions

        func run() throws {
            let report = try LibraryCommand.workbench.showPackage(options.package)
            try Console.finish(report, as: options.format)
        }
    }

    struct Lint: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the layout of a package: XML, playlists, names, files.",
            discussion: "Each finding has its rule and what to do about it.")

        @OptionGroup var options: PackageOptions

        func run() throws {
            let report = LibraryCommand.workbench.lintPackage(options.package)
            try Console.finish(report, as: options.format)
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks every byte of a package against its certificate, manifest.json.",
            discussion: """
                Compares the manifest with the kept playlists, then reads every file: length, \
                SHA-256, container, and what encrypted media decrypts to. Needs no network. Names \
                the first hole: stream, time, segment and reason.
                """)

        @OptionGroup var options: PackageOptions

        func run() async throws {
            let path = options.package
            let report = try await Interruption.watch {
                try await LibraryCommand.workbench.verifyPackage(path) { Console.showProgress($0) }
            }
            try Console.finish(report, as: options.format)
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts a package into one file with ffmpeg, nothing encoded anew.",
            discussion: """
                The first video, all audio and all subtitles in plain WebVTT; what has no place in \
                the file is named, with the reason.
                """)

        @OptionGroup var options: PackageOptions

        @Option(help: "File to make, ending in .mp4 or .mkv.")
        var to: String

        func run() async throws {
            let export = try LibraryCommand.workbench.prepareExport(of: options.package, to: to)
            let report = try await Interruption.watch { try await export.run() }
            try Console.finish(report, as: options.format)
        }
    }

    struct Estimate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says how large a download will be, from its playlists alone.")

        @Argument(help: "http or https URL of a multivariant or media playlist.")
        var url: String

        @Option(
            help: "best, fast, or a bitrate such as 500kbit/s: the lowest variant of at least that."
        )
        var quality: String = "best"

        @Option(help: "Folder of a package of the same presentation: what it has counts as there.")
        var package: String?

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let report = try await LibraryCommand.workbench.estimate(
                url: url, quality: quality, package: package)
            try Console.finish(report, as: format)
        }
    }

    static var workbench: Workbench { Workbench(resources: Console.resources) }
}
