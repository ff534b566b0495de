import ArgumentParser
import Foundation
import Lab

/// `hlslab abr`.
struct AbrCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "abr", abstract: "Shows and compares adaptation rules.",
        subcommands: [Rules.self, Compare.self])

    struct Rules: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the rules by which a player can choose levels.")

        @Option(help: "text or json.")
        var format: OutputFormat = .text

        func run() throws { try Console.finish(RuleList(), as: format) }
    }

    struct Compare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Plays an asset by one rule after the other, in virtual time.",
            discussion: """
                Every rule plays the same asset over the same links under the same seeds. The table \
                has medians and, where seeds differ, the 5th and 95th percentiles; beside each the \
                distance to a bound that no player exceeds.

                Exit codes: 0 every playback came to its end and was in order, 1 one did not, 2 it \
                could not be carried out, 64 usage.
                """)

        @Option(help: "Rules with commas: see 'hlslab abr rules'.")
        var rules: String = "bola-e,hlsjs,exoplayer"

        @Option(help: "Link profiles with commas.")
        var profile: String = "3g,lte"

        @Option(help: "Seeds and ranges of them.")
        var seeds: String = "1...20"

        @Option(help: "Asset, by id.")
        var asset: String = "movie"

        @Option(help: "only, or with-download: beside the download of the same asset.")
        var playback: String = "only"

        @Option(help: "text, json, csv or html.")
        var format: Format = .text

        enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, csv, html }

        func run() async throws {
            let comparison = try Workbench(resources: Console.resources).prepareComparison(
                rules: rules, profiles: profile, seeds: seeds, asset: asset, mode: playback)
            let report = try await Interruption.watch {
                try await comparison.run { Console.showProgress($0.line) }
            }
            Console.endProgress()
            switch format {
            case .text: print(report.text)
            case .json: print(try report.jsonText())
            case .csv: print(report.csv)
            case .html: print(report.html)
            }
            Foundation.exit(report.exitCode)
        }
    }
}
