import ArgumentParser
import Foundation
import Lab

/// `hlslab serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves an asset over a link until interrupted, for any client.",
        discussion: """
            Prints the URL of the multivariant playlist on standard output once it listens. With \
            --record, every request is written to a file of JSON lines as it ends. When it is \
            interrupted, it tells on standard error, as JSON, what crossed the link.
            """)

    @Argument(help: "Scenario file (YAML), for its asset, link and faults.")
    var scenario: String?

    @Option(help: "Link profile; none: no link in between.")
    var profile: String?

    @Option(help: "Asset, by id. (default: ladder)")
    var asset: String?

    @Option(help: "Port to listen on; 0: any that is free.")
    var port: Int = 0

    @Option(help: "File for the record of requests.")
    var record: String?

    func run() async throws {
        let workbench = Workbench(resources: Console.resources)
        let server = try workbench.prepareServer(
            file: scenario, asset: asset, profile: profile, port: port, record: record)
        do {
            try await Interruption.watch {
                try await server.run { url in
                    Console.announce(url)
                } onEnd: { traffic in
                    Console.report(traffic)
                }
            }
        } catch is CancellationError {
            // Interrupted: how serving ends.
        }
    }
}
