import ArgumentParser
import Foundation
import Lab

/// `hlslab library`.
struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "library",
        abstract: "Looks at packages on disk: what they hold, and whether they are whole.",
        discussion: """
            A package is the folder that a download makes (asset/ below its --out), or one of the \
            same layout from elsewhere. Nothing is written into it.

            Exit codes: 0 whole, 1 findings, incomplete or damaged, 2 it could not be carried out, \
            64 usage, 69 a program is missing.
            """,
        subcommands: [Show.self, Lint.self, Verify.self, Export.self, Estimate.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the streams of a package and says whether it plays offline.",
            discussion: "It reads no media; see 'hlslab library verify' for the bytes.")

        @Argument(help: "Folder of a package.")
        var package: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let report = try LibraryCommand.workbench.showPackage(package)
            print(format == .json ? try report.jsonText() : report.text)
            Foundation.exit(report.exitCode)
        }
    }

    struct Lint: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the layout of a package: XML, playlists, names, files.",
            discussion: "Each finding has its rule and what to do about it.")

        @Argument(help: "Folder of a package.")
        var package: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws {
            let report = LibraryCommand.workbench.lintPackage(package)
            print(format == .json ? try report.jsonText() : report.text)
            Foundation.exit(report.exitCode)
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

        @Argument(help: "Folder of a package.")
        var package: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let path = package
            let report = try await Interruption.watch {
                try await LibraryCommand.workbench.verifyPackage(path) { Console.showProgress($0) }
            }
            Console.endProgress()
            print(format == .json ? try report.jsonText() : report.text)
            Foundation.exit(report.exitCode)
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Puts a package into one file with ffmpeg, nothing encoded anew.",
            discussion: "The first video and all audio; text where ffmpeg reads it.")

        @Argument(help: "Folder of a package.")
        var package: String

        @Option(help: "File to make, ending in .mp4 or .mkv.")
        var to: String

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() async throws {
            let export = try LibraryCommand.workbench.prepareExport(of: package, to: to)
            let report = try await Interruption.watch { try await export.run() }
            print(format == .json ? try report.jsonText() : report.text)
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
            print(format == .json ? try report.jsonText() : report.text)
        }
    }

    private static var workbench: Workbench { Workbench(resources: Console.resources) }
}
