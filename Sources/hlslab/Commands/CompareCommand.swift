import ArgumentParser
import Foundation
import Lab

/// `hlslab compare`.
struct CompareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Downloads an asset in several ways over the same links, side by side.",
        discussion: """
            Every candidate downloads the same asset over the same links under the same seeds, and every \
            run is judged as 'hlslab run' does. The table has medians with their spread over the seeds \
            (least to most, from 20 seeds on 5th to 95th percentile) of the runs that passed, and the \
            ratio of each median to that of the first candidate; runs that did not pass are counted and \
            named. A sentence for each link says what it comes to.

            Candidates are all combinations of the values of --quality, --set, --abr, and --engine and \
            --client; where only one build or client is named, this one is held against it. With \
            --link simulate (the default without --client) all happens in virtual time and comes out the same every time; \
            by throttle and netem runs follow one another in real time.

            Exit codes: 0 every run passed, 1 one failed, 2 one could not be carried out, 64 usage, 69 \
            this machine cannot provide that link.
            """)

    @Argument(help: "Scenario file (YAML); options override it.")
    var scenario: String?

    @Option(
        help: """
            Qualities with commas: best, fast, or bitrates such as 500kbit/s. (default: fast,best when \
            nothing else is compared)
            """)
    var quality: String?

    @Option(help: "Link profiles with commas. (default: the scenario's)")
    var profile: String?

    @Option(help: "Asset, by id: see 'hlslab assets list'. (default: ladder)")
    var asset: String?

    @Option(help: "simulate, throttle or netem. (default: simulate, with --client throttle)")
    var link: String?

    @Option(
        help: """
            Values of a key of the scenario file with commas between them, as in \
            download.parallel=1,4; may be given several times.
            """)
    var set: [String] = []

    @Option(
        help: "Whether the asset is played: with-download, after, only or none. (default: none)")
    var playback: String?

    @Option(help: "Adaptation rules of the player with commas: see 'hlslab abr rules'.")
    var abr: String?

    @Option(
        help: """
            Builds of hlslab with commas, by path, 'this' being this one: each runs the scenario by \
            itself, and its own judge has the word.
            """)
    var engine: String?

    @Option(
        help: """
            A client from elsewhere, over sockets: ffmpeg, yt-dlp, or a command with {url} and {out}, \
            and {quality} if it can choose; may be given several times.
            """)
    var client: [String] = []

    @Option(help: "What one run of a build or client from elsewhere has at most.")
    var patience: String = "10 min"

    @Option(
        help: "Seeds and ranges of them. (default: 1...20 in virtual time, 1 over sockets)")
    var seeds: String?

    @Option(help: "Folder for what runs over sockets leave. (default: a new one below runs/)")
    var runs: String?

    @Option(help: "text, markdown, csv, json or html.")
    var format: Format = .text

    @Option(help: "File for the comparison. (default: standard output)")
    var out: String?

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, markdown, csv, json, html
    }

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        var wishes = ComparisonWishes()
        wishes.file = scenario
        wishes.qualities = quality
        wishes.profiles = profile
        wishes.asset = asset
        wishes.link = link
        wishes.playback = playback
        wishes.rules = abr
        wishes.sets = set
        wishes.engines = engine
        wishes.clients = client
        wishes.patience = patience
        wishes.seeds = seeds
        wishes.runs = runs
        try workbench.enterNamespace(for: wishes)
        let comparison = try workbench.prepareComparison(wishes, now: Date())
        let report = try await Interruption.watch {
            try await comparison.run { Console.showProgress($0.line) }
        }
        Console.endProgress()
        let text =
            switch format {
            case .text: report.text
            case .markdown: report.markdown
            case .csv: report.csv
            case .json: try report.jsonText()
            case .html: report.html
            }
        if let out {
            try report.write(text, to: out)
        } else {
            print(text)
        }
        Foundation.exit(report.exitCode)
    }
}
