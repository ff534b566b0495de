import ArgumentParser
import Foundation
import Lab

/// `hlslab replay`.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Plays a run again from its folder, and says whether it is as it was.",
        discussion: """
            The folder holds the scenario with all that the command line set, the link's profile and the \
            seed, so that neither file nor command is needed. In virtual time every line of the timeline \
            has to be as it was; the first that is not is shown. Over sockets verdict and what is on disk \
            are compared, and the figures shown beside each other. Of a folder of many seeds each is \
            played again, or those of --seed; those that are not as they were are named.

            Exit codes: 0 it is as it was, 1 it is not, 2 it could not be carried out, 64 usage, 69 this \
            machine cannot provide that link.
            """)

    @Argument(help: "Folder of a run.")
    var run: String

    @Option(
        help: "Folder for the new run's files, over sockets. (default: a new one below runs/)")
    var out: String?

    @Option(help: "Seeds of a folder of many, and ranges such as 1...20. (default: all)")
    var seed: String?

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        try workbench.enterNamespace(replaying: run)
        let replay = try workbench.prepareReplay(of: run, seeds: seed, out: out, now: Date())
        let outcome = try await Interruption.watch {
            try await replay.play { Console.showProgress($0) }
        }
        try Console.finish(outcome, as: format)
    }
}
