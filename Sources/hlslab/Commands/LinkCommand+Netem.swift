import ArgumentParser
import Foundation
import Lab

extension LinkCommand {
    /// `hlslab link netem`.
    struct Netem: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a real interface of this machine behave like a profile.",
            discussion: """
                What the interface sends is up, what arrives at it is down. It needs root and the \
                kernel's queues: see 'hlslab doctor'. What was there before is kept and put back by \
                'clear', also after a kill.

                hlslab link netem apply --dev eth1 --profile 3g
                hlslab link netem show
                hlslab link netem clear --dev eth1
                """,
            subcommands: [Apply.self, Show.self, Clear.self])

        struct Apply: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Shapes an interface; what an earlier call made goes first.")

            @Option(help: "The interface.")
            var dev: String

            @Option(help: "Link profile, by id, alias or path; as it is at its beginning.")
            var profile: String

            @Flag(
                help: """
                    Also where the interface carries the default route, or has a queue that \
                    somebody else set up.
                    """)
            var force = false

            @Option(help: "text or json.")
            var format: OutputFormat = .text

            func run() throws {
                let report = try LabInterface(dev).apply(
                    profile, force: force, of: Workbench(resources: Console.resources))
                print(format == .json ? try report.jsonText() : report.text)
            }
        }

        struct Show: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Tells what holds on a shaped interface, or on all of them.")

            @Option(help: "The interface. (default: every one that is shaped)")
            var dev: String?

            @Option(help: "text or json.")
            var format: OutputFormat = .text

            func run() throws {
                let interfaces = dev.map { [LabInterface($0)] } ?? LabInterface.shaped()
                let reports = try interfaces.compactMap { try $0.show() }
                if format == .json { return print(try reports.jsonText()) }
                guard !reports.isEmpty else {
                    return print(dev.map { "\($0): not shaped" } ?? "no interface is shaped")
                }
                print(reports.map(\.text).joined(separator: "\n"))
            }
        }

        struct Clear: ParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Puts an interface back as it was before, or all of them.")

            @Option(help: "The interface. (default: every one that is shaped)")
            var dev: String?

            func run() throws {
                let interfaces = dev.map { [LabInterface($0)] } ?? LabInterface.shaped()
                if interfaces.isEmpty { print("no interface is shaped") }
                for interface in interfaces { print(try interface.clear()) }
            }
        }
    }
}
