import ArgumentParser
import Foundation
import Lab

/// `hlslab link`.
struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Puts a link in front of any server, or on an interface; predicts transfers.",
        subcommands: [Carry.self, Order.self, Predict.self, Netem.self],
        defaultSubcommand: Carry.self)

    /// `hlslab link`, `hlslab link carry`.
    struct Carry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Carries connections over a link, until interrupted. (default)",
            discussion: """
                All connections share one bottleneck in each direction. The first line of the \
                output is the address that the link listens on. SIGHUP reads the profile again; \
                orders on the control socket change it: see 'hlslab link order'.

                hlslab link --profile 3g --to 127.0.0.1:8080 --listen 127.0.0.1:8090
                hlslab link --down '20 Mbit/s 40 ms 2 %' --up '5 Mbit/s 40 ms' --to 8080 --listen 0
                """)

        @OptionGroup var link: LinkWords

        @Option(help: "Where the server listens: HOST:PORT, or a port of this machine.")
        var to: String

        @Option(help: "Where to listen: HOST:PORT, or a port of 127.0.0.1; port 0: any free one.")
        var listen: String = "127.0.0.1:0"

        @Option(help: "Path of a socket to take orders on.")
        var control: String?

        @Option(help: "Where losses, jitter and all other chance comes from.")
        var seed: UInt64 = 1

        @Option(help: "text or json: how the link's traffic is told at the end.")
        var format: OutputFormat = .text

        func run() async throws {
            let workbench = Workbench(resources: Console.resources)
            let link = try workbench.prepareLink(
                profile: link.profile, down: link.down, up: link.up, to: to, listen: listen,
                control: control, seed: seed)
            let traffic = try await Interruption.watch {
                try await Interruption.withHangUps { hangUps in
                    try await link.run(
                        hangUps: hangUps, onReady: Console.announce, onChange: Self.tell)
                }
            }
            Console.announce(format == .json ? try traffic.jsonLine() : traffic.text)
        }

        private static func tell(_ result: Result<String, LabError>) {
            switch result {
            case .success(let line): Console.announce(line)
            case .failure(let error): Console.complain(error.message)
            }
        }
    }

    struct Order: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Gives an order to a link that runs with --control.",
            discussion: """
                Orders: profile NAME goes over to another profile; statistics tells what has \
                crossed so far, as a line of JSON.
                """)

        @Argument(help: "The control socket's path.")
        var control: String

        @Argument(help: "The order's words.")
        var words: [String]

        func run() async throws {
            let answer = try await LabLink.order(words.joined(separator: " "), at: control)
            Console.announce(answer)
        }
    }
}

extension LinkCommand {
    struct Predict: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Says how long transfers take over a link, by the link model.",
            discussion: """
                Every connection opens, asks for each object in turn, and is told in virtual time. \
                Medians and spread are over all seeds and connections.

                hlslab link predict --profile lossy-wifi --bytes 500kB,500kB --parallel 4 --gap 4s
                hlslab link predict --down '20 Mbit/s 40 ms 2 %' --up '20 Mbit/s 40 ms' --bytes 5MB
                """)

        @OptionGroup var link: LinkWords

        @Option(help: "Sizes with units and commas: what each connection fetches, in this order.")
        var bytes: String

        @Option(help: "Connections, opened together.")
        var parallel: Int = 1

        @Option(help: "Silence between the objects of a connection.")
        var gap: String = "0s"

        @Option(help: "Seeds of losses, jitter and the moments at which connections begin.")
        var seeds: String = "1...50"

        @Option(help: "cubic or reno.")
        var congestion: String = "cubic"

        @Option(help: "none, 1.2 or 1.3: the TLS handshake behind TCP's.")
        var tls: String = "none"

        @Option(help: "text or json; seconds in JSON.")
        var format: OutputFormat = .text

        func run() throws {
            let prediction = try Workbench(resources: Console.resources).preparePrediction(
                profile: link.profile, down: link.down, up: link.up, bytes: bytes,
                parallel: parallel, gap: gap, seeds: seeds, congestion: congestion, security: tls)
            let report = try prediction.report()
            print(format == .json ? try report.jsonText() : report.text)
        }
    }
}

/// A link by its profile, or in words.
struct LinkWords: ParsableArguments {
    @Option(help: "Link profile, by id, alias or path.")
    var profile: String?

    @Option(
        help: """
            The way to the client, in place of a profile: '20 Mbit/s 40 ms 2 %' is its rate, \
            one-way delay and loss; a second time is jitter, '100 packets' or '64 kB' the queue.
            """)
    var down: String?

    @Option(help: "The way to the server; as down when it is not given.")
    var up: String?
}
