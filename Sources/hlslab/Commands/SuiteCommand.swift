import ArgumentParser
import Foundation
import Lab

/// `hlslab suite`.
struct SuiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suite",
        abstract: "Plays many scenarios and sums up what came of them.",
        discussion: """
            A path is a scenario, a suite, or a folder of both. A suite is a YAML file with a base and a \
            matrix:

              base: { asset: ladder, expectations: { retries: at most 4 } }
              matrix:
                profile: [edge, 3g, ./my-link.yaml]   (or all)
                quality: [fast, best]
                faults: { none: [], hole: [{ kind: segment, segment: 3, status: 404 }] }
                seeds: 1...5
              exclude: [{ profile: edge, quality: best }]
              include: [{ name: odd, profile: 2g, download.parallel: 1 }]
              tags: [quick]

            A dimension is a key of a scenario (link.profile, download.quality, seed; short: profile, via, \
            quality, parallel, abr) with its values, or any name with sets of such keys. With \
            'scenarios', files and folders, each of those is played for each combination, its values but \
            for those of the base. Cases are named after file and values: presets/3g-best.

            Leaves results.json in the run's folder: in virtual time the same bytes for the same suite. \
            When it is interrupted, what was played is kept there, and --changed-since goes on from it. \
            --shard plays one part of it, by name, and 'hlslab merge' makes one of all parts. On GitHub \
            what failed is annotated.

            Exit codes: 0 every run passed, 1 one failed, 2 one could not be carried out, 64 usage, \
            69 this machine cannot provide that link.
            """)

    @Argument(help: "Scenarios, suites, and folders of them.")
    var paths: [String]

    @Option(help: "throttle, netem or simulate, for every scenario. (default: as it says)")
    var link: String?

    @Option(help: "Runs side by side, 1 to 64. (default: as many as there are cores)")
    var jobs: Int?

    @Option(help: "Seeds and ranges of them for every case, such as 1...5. (default: its own)")
    var seeds: String?

    @Option(help: "Only cases with this tag; may be there again.")
    var tag: [String] = []

    @Option(help: "No case with this tag; may be there again.")
    var excludeTag: [String] = []

    @Option(help: "Only cases whose name fits, as in 'presets/*-best'; may be there again.")
    var filter: [String] = []

    @Option(help: "Only one part of the cases, as in 1/3: by name, whatever else there is.")
    var shard: String?

    @Option(
        help: """
            Earlier results (a file, or its folder): cases that passed there and have not changed, nor the \
            program, are not played again.
            """)
    var changedSince: String?

    @Option(help: "Folder for results.json and the runs' folders. (default: a new one below runs/)")
    var out: String?

    @Option(help: "File for the results as JUnit's XML.")
    var junit: String?

    @Option(help: "File for the results as an HTML page.")
    var report: String?

    @Flag(help: "Leave a folder for each run in virtual time, too.")
    var keepRuns = false

    @Flag(help: "Print what would be played.")
    var list = false

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        let engine = try Workbench.engineDigest()
        if list {
            try Console.finish(try workbench.suiteList(wishes, engine: engine), as: format)
        }
        let suite = try workbench.prepareSuite(wishes, engine: engine, now: Date())
        let outcome = try await Interruption.watch {
            try await suite.run { Console.showProgress($0.line) }
        }
        try outcome.write(junit: junit, report: report)
        Console.annotate(outcome.results, as: format)
        try Console.finish(outcome, as: format)
    }

    private var wishes: SuiteWishes {
        var wishes = SuiteWishes(paths: paths)
        wishes.link = link
        wishes.jobs = jobs
        wishes.seeds = seeds
        wishes.tags = tag
        wishes.withoutTags = excludeTag
        wishes.filters = filter
        wishes.shard = shard
        wishes.changedSince = changedSince
        wishes.out = out
        wishes.keepsRuns = keepRuns
        return wishes
    }
}

extension Console {
    /// On GitHub: what failed, where people see it. The runner reads both outputs; JSON has its own.
    static func annotate(_ results: SuiteResults, as format: OutputFormat) {
        guard ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" else { return }
        for line in results.annotations {
            if format == .json { remark(line) } else { announce(line) }
        }
    }
}
