import DownloadCore
import Foundation
import LinkModel
import OfflinePlayback
import PlaybackCore
import Simulation
import Testing

/// The Network Link Conditioner's presets, but the one over which nothing arrives.
@Suite struct `Played while it is downloaded over a preset, a presentation` {
    static let presets = [
        "nlc-3g", "nlc-dsl", "nlc-edge", "nlc-high-latency-dns", "nlc-lte", "nlc-very-bad",
        "nlc-wifi", "nlc-wifi-ac",
    ]

    static func history(_ preset: String, rule: String) throws -> (PlayedWorld, WorldHistory) {
        let asset = try TestAsset.ladder(
            segments: 10, bitsPerSecond: [120_000, 300_000, 1_000_000])
        let link = try #require(LinkProfile(preset: preset))
        let played = PlayedWorld(asset, link: link, rule: rule)
        return (played, try played.run())
    }

    @Test(arguments: presets)
    func `is whole at the requested quality, and what was replaced is all that was wasted`(
        preset: String
    ) throws {
        let (played, history) = try Self.history(preset, rule: "bola-e")
        #expect(try played.fault(history) == nil)
        #expect(history.playback?.state == .ended)
        #expect(try played.waste(history) == history.playback?.account.replaced)
    }

    @Test(arguments: ["bola-e", "throughput", "exoplayer"])
    func `switches on 3g, and has something replaced`(rule: String) throws {
        let (played, history) = try Self.history("nlc-3g", rule: rule)
        let playback = try #require(history.playback)
        #expect(try played.fault(history) == nil)
        #expect(playback.quality(segmentDuration: .seconds(2)).switches.count >= 1)
        #expect(playback.account.replaced > 0)
        #expect(try played.waste(history) == playback.account.replaced)
    }
}

extension LinkProfile {
    /// Reads what a shipped preset of the Network Link Conditioner has: rates, delays and losses.
    fileprivate init?(preset: String) {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Profiles/\(preset).yaml").standardized
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return nil }
        var directions: [Substring: LinkDirection] = [:]
        var current: Substring = ""
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == ":" })
            if line.hasSuffix(":"), words.count == 1 {
                current = words[0]
                directions[current] = LinkDirection(rate: .unlimited, delay: .zero)
            }
            guard line.hasPrefix("  "), let number = words.dropFirst().first.flatMap({ Double($0) })
            else { continue }
            switch words[0] {
            case "rate":
                let scale = words[2] == "Mbit/s" ? 1e6 : 1e3
                directions[current]?.rate = .bitsPerSecond(Int(number * scale))
            case "delay": directions[current]?.delay = .milliseconds(Int(number))
            case "loss":
                directions[current]?.loss = .independent(
                    Probability(partsPerBillion: Int(number * 1e7)), correlation: .never)
            default: break
            }
        }
        guard let down = directions["down"], let up = directions["up"] else { return nil }
        self.init(id: preset, name: preset, down: down, up: up)
    }
}
