import ArgumentParser
import Foundation
import Lab

/// `hlslab run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Downloads an asset over a link and judges what is on disk.",
        discussion: """
            Starts the fixture origin, puts the link in front of it, downloads, compares every \
            segment on disk with what the origin holds, and prints a summary. The run's files stay \
            in its folder; the same command with the same --out goes on where it was. Options \
            override the scenario file.

            With --link simulate the same download happens in virtual time: the same engine, origin \
            script and link, no sockets, no package, the same history for the same seed on every \
            machine. --seeds plays many seeds that way, prints how time, retries, waste and requests \
            are distributed, and leaves report.html.

            A scenario file plans faults of the origin, interruptions (the engine killed or suspended, \
            the network, the disk, the clock, a token) and bounds on figures of summary.json; 'hlslab \
            scenario schema' has every word of it. Bounds such as p95(time) are of many seeds: --seeds \
            judges them, a single run leaves them open. A kill is one of \
            the engine's own process, by SIGKILL; origin and link go on. What is summed up is of all its \
            starts; a playback begins again with each, and is told of from the last. A disk that is full \
            for a while is one in memory, which this process alone sees; what is on it comes into the \
            run's folder at the end.

            With --link netem the kernel's own queues are the link, in a network namespace that \
            vanishes with the process; 'hlslab doctor' says what that needs.

            With --playback a virtual player plays the asset by an adaptation rule (see 'hlslab abr \
            rules'): while it is downloaded, after it, or alone. What it fetched at a lower quality is \
            replaced in the end, and the judge holds its log against the origin's record.

            Exit codes: 0 pass, 1 an expectation failed (of one seed), 2 the run could not be carried out, \
            64 usage, 69 this machine cannot provide that link.
            """)

    @Argument(help: "Scenario file (YAML).")
    var scenario: String?

    @Option(help: "Link profile, by id or alias: see 'hlslab profiles list'. (default: edge)")
    var profile: String?

    @Option(
        help: """
            How the link is made: throttle (in this process), netem (by the kernel), simulate (in \
            virtual time). (default: throttle)
            """)
    var link: String?

    @Option(help: "Asset, by id: see 'hlslab assets list'. (default: ladder)")
    var asset: String?

    @Option(
        help: "best, fast, or a bitrate such as 500kbit/s: the lowest variant of at least that.")
    var quality: String?

    @Option(help: "Requests open at once, 1 to 16. (default: 4)")
    var parallel: Int?

    @Option(
        help: """
            Tells the origin what is known of each request (CTA-5004, Common Media Client Data): query or \
            headers. (default: nothing)
            """)
    var cmcd: String?

    @Option(
        help: "Whether the asset is played: with-download, after, only or none. (default: none)")
    var playback: String?

    @Option(help: "Adaptation rule of the player: see 'hlslab abr rules'. (default: bola-e)")
    var abr: String?

    @Option(help: "Where all randomness comes from. (default: 1)")
    var seed: UInt64?

    @Option(help: "Seeds and ranges of them, such as 1...1000 or 1,2,5...9; needs --link simulate.")
    var seeds: String?

    @Option(help: "Folder for the run's files. (default: a new one below runs/)")
    var out: String?

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        let overrides = Workbench.Overrides(
            profile: profile, link: link, asset: asset, quality: quality, parallel: parallel,
            seed: seed, cmcd: cmcd, playback: playback, rule: abr)
        if let seeds {
            let run = try workbench.prepareSeeds(
                seeds, file: scenario, overrides: overrides, out: out, now: Date())
            try await play(run)
        } else {
            try workbench.enterNamespace(file: scenario, overrides: overrides)
            let run = try workbench.prepareRun(
                file: scenario, overrides: overrides, out: out, now: Date())
            try await play(run)
        }
    }

    private func play(_ run: any PreparedRun) async throws {
        let summary = try await Interruption.watch {
            try await run.run { Console.showProgress($0.line) }
        }
        Console.endProgress()
        if format == .json {
            print(try summary.jsonText())
        } else if let obstacle = summary.obstacle {
            Console.complain(obstacle)
        } else {
            Console.show(summary.text)
        }
        Foundation.exit(summary.exitCode)
    }

    private func play(_ run: SeedsRun) async throws {
        let summary = try await Interruption.watch {
            try await run.run { Console.showProgress($0.line) }
        }
        Console.endProgress()
        if format == .json { print(try summary.jsonText()) } else { Console.show(summary.text) }
        Foundation.exit(summary.exitCode)
    }
}

enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
