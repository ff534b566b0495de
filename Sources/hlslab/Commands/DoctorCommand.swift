import ArgumentParser
import Foundation
import Lab

/// `hlslab doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says which links this machine can provide, and what to do where it cannot.")

    @Flag(help: "Lists the limits of the engine with their values in place of that.")
    var limits = false

    @Option(help: "text or json.")
    var format: OutputFormat = .text

    func run() throws {
        let workbench = Workbench(resources: Console.resources)
        if limits {
            let report = workbench.limits()
            return print(format == .json ? try report.jsonText() : report.text)
        }
        let report = workbench.doctor()
        print(format == .json ? try report.jsonText() : report.text)
    }
}
