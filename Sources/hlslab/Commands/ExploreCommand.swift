import ArgumentParser
import Foundation
import Lab

/// `hlslab explore`.
struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Looks for downloads that break a rule, in virtual time.",
        discussion: """
            Draws a download from each seed: asset, link, options, faults, interruptions and, for a \
            third of them, a playback; plays it and holds it against the rules: it ends or waits for a \
            stated reason, what is called complete is complete, no part is mixed from two versions, \
            nothing is fetched twice, progress never falls, no more requests than allowed are open, \
            and none is wanted earlier than asked. What is complete is played to its end, a player \
            reads only what is stored, its log agrees with what came, it stalls nowhere without a \
            reason, and is never better than its link allows. A seed that breaks one is made as simple \
            as it can be and printed as a file that --replay plays; with --timeline that tells what happens.

            With --crash-points it ends the downloads of assets before and after every command and \
            after every event instead, and goes on from each.

            Exit codes: 0 every rule holds, 1 one is broken, 2 interrupted, 64 usage.
            """)

    @Option(help: "How many seeds.")
    var seeds: Int?

    @Option(help: "The first seed.")
    var firstSeed: UInt64 = 1

    @Option(help: "End after so many minutes.")
    var minutes: Double?

    @Option(help: "Folder in which failures are written as files.")
    var out: String?

    @Option(
        parsing: .upToNextOption, help: "Play files of failures in place of seeds.")
    var replay: [String] = []

    @Option(
        help: ArgumentHelp(
            "File for every event of what --replay plays, a JSON line each.", valueName: "file"))
    var timeline: String?

    @Flag(help: "End downloads at every point in place of drawing them.")
    var crashPoints = false

    @Option(
        parsing: .upToNextOption,
        help: "Assets for --crash-points. (default: ladder cmaf)")
    var asset: [String] = []

    @Option(help: "Link for --crash-points.")
    var profile: String = "cable"

    @Option(help: "Requests open at once for --crash-points.")
    var parallel: Int = 4

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        guard timeline == nil || !replay.isEmpty else {
            throw ValidationError("--timeline is of what --replay plays; name a file for that too")
        }
    }

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        if crashPoints {
            let run = try workbench.prepareCrashPoints(
                assets: asset, profile: profile, parallel: parallel)
            let summary = try await run.run()
            print(format == .json ? try summary.jsonText() : summary.text)
            Foundation.exit(summary.exitCode)
        }
        guard replay.isEmpty else {
            let summary = try workbench.replay(replay, timeline: timeline)
            print(format == .json ? try summary.jsonText() : summary.text)
            Foundation.exit(summary.exitCode)
        }
        let run = try workbench.prepareExploration(
            seeds: seeds, from: firstSeed, minutes: minutes, out: out)
        let summary = try await Interruption.watch {
            try await run.run { Console.showProgress($0.line) }
        }
        Console.endProgress()
        print(format == .json ? try summary.jsonText() : summary.text)
        Foundation.exit(summary.exitCode)
    }
}
