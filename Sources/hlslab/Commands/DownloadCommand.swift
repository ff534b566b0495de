import ArgumentParser
import Foundation
import Lab

/// `hlslab download`.
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Downloads a presentation by its URL into a package that plays offline.",
        discussion: """
            The same command goes on where it was: with the same --out, or with a library, which \
            knows the package by the URL. 'hlslab library list' names what is there. Exit codes: \
            0 complete, 2 not complete (what has arrived is kept), 64 usage.
            """)

    @Argument(help: "http or https URL of a multivariant or media playlist.")
    var url: String

    @Option(help: "Folder for this package alone (asset/) and the download's state.")
    var out: String?

    @OptionGroup var library: LibraryOptions

    @Option(
        help: ArgumentHelp(
            "A package of the library, '0001', that goes on from this URL: another host or token.",
            valueName: "name"))
    var package: String?

    @Option(
        help: "best, fast, or a bitrate such as 500kbit/s: the lowest variant of at least that.")
    var quality: String = "best"

    @Option(
        parsing: .upToNextOption,
        help: "Languages of audio to store, as 'en fr'; none: what the playlist marks.")
    var audio: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: "Languages of subtitles to store; none: what the playlist marks.")
    var subtitles: [String] = []

    @Option(help: "Most to receive, '2 Mbit/s' for example.")
    var limit: String?

    @Option(help: "Requests open at once, 1 to 16.")
    var parallel: Int = 4

    @Option(
        help: """
            Tells servers what is known of each request (CTA-5004, Common Media Client Data): query or \
            headers. Without it they are told nothing.
            """)
    var cmcd: String?

    @Option(
        name: [.customShort("H"), .long], parsing: .singleValue,
        help: "A field for every request to the URL's own origin, 'Name: value'. May be repeated.")
    var header: [String] = []

    @Option(help: "PEM file of certificates to trust besides those of the system.")
    var ca: String?

    @Option(help: "automatic (HTTP/2 where it is had) or 1.1.")
    var http: String = "automatic"

    @Flag(
        help: """
            Lets what comes from elsewhere lead to this machine's own addresses (127.0.0.1, \
            169.254.0.0/16, localhost and the like).
            """)
    var allowLocalAddresses = false

    @Option(help: "Where the jitter of retries comes from, with --out.")
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "URL of a test key server (as `hlslab serve` has one) for keys that only an app can get.",
            valueName: "url"))
    var keyServer: String?

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        let namesLibrary = library.library != nil || library.session != nil || package != nil
        if out != nil, namesLibrary {
            throw ValidationError("--out makes a package of its own, outside of any library")
        }
    }

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        let perform: @Sendable () async throws -> LabDownload.Result
        if let out {
            let download = try workbench.prepareDownload(url: url, out: out, wishes)
            perform = { try await download.run { Console.showProgress($0.line) } }
        } else {
            let download = try workbench.prepareDownload(
                url: url, into: try library.open(workbench), package: package, wishes)
            perform = {
                try await download.run {
                    Console.endProgress()
                    Console.remark($0)
                } onProgress: {
                    Console.showProgress($0.line)
                }
            }
        }
        let result = try await Interruption.watch(perform)
        Console.endProgress()
        if format == .json {
            print(try result.jsonText())
        } else if let error = result.error {
            Console.complain(error)
        } else {
            print(result.text)
        }
        Foundation.exit(result.exitCode)
    }

    private var wishes: DownloadWishes {
        var wishes = DownloadWishes()
        wishes.quality = quality
        wishes.audio = audio
        wishes.subtitles = subtitles
        wishes.limit = limit
        wishes.parallel = parallel
        wishes.headers = header
        wishes.trustedRoots = ca
        wishes.http = http
        wishes.localAddresses = allowLocalAddresses
        wishes.seed = seed
        wishes.cmcd = cmcd
        wishes.keyServer = keyServer
        return wishes
    }
}
