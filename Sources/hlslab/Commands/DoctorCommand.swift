import ArgumentParser
import Foundation
import Lab

/// `hlslab doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says which links this machine can provide, and what to do where it cannot.")

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let report = Workbench(resources: Console.resources).doctor()
        print(format == .json ? try report.jsonText() : report.text)
    }
}
