import DownloadCore
import Foundation
import OfflinePlayback
import PlaybackCore
import Scenarios
import Testing

@testable import Lab

@Suite struct `What a run keeps of its playback` {
    private static let levels: [PlayerPresentation.Level] =
        PlayerPresentation(bitRates: [300_000, 750_000, 1_200_000]).levels

    /// Three segments, one stall of 2 s, a switch up and a switch down.
    private static var played: PlayedSequence {
        var played = PlayedSequence()
        played.startup = .milliseconds(1_500)
        let wall = [Duration.milliseconds(1_500), .milliseconds(5_500), .milliseconds(11_500)]
        for (place, level) in [0, 2, 1].enumerated() {
            played.segments.append(
                .init(
                    level: level, bitrate: levels[level].peakBitRate, bytes: 100_000 * (level + 1),
                    duration: .seconds(4), start: wall[place], played: .seconds(4),
                    isFromStore: place == 2))
            played.requests.append(
                .init(
                    start: .seconds(place * 4), end: .seconds(place * 4 + 2),
                    bytes: 100_000 * (level + 1), timeToFirstByte: .milliseconds(100),
                    estimate: place == 0 ? nil : 900_000))
        }
        played.stalls = [
            .init(start: .milliseconds(9_500), mediaTime: .seconds(8), duration: .seconds(2))
        ]
        played.bytesNotPlayed = 12_345
        played.buffer.add(.seconds(0), at: .zero)
        played.buffer.add(.seconds(4), at: .seconds(2))
        played.buffer.add(.seconds(8), at: .seconds(2))
        played.buffer.add(.seconds(1), at: .seconds(9))
        return played
    }

    private static let knowledge = LinkKnowledge(
        capacity: LinkCapacity([
            .init(start: .zero, bitsPerSecond: 500_000),
            .init(start: .seconds(4), bitsPerSecond: 2_000_000),
        ]), bufferGoal: .seconds(30), oracle: 5)

    private static func reread() throws -> PlaybackFile {
        let file = PlaybackFile(
            played, requestedAt: .zero, state: "ended", levels: levels, knowing: knowledge)
        return try JSONDecoder().decode(PlaybackFile.self, from: file.json())
    }

    @Test func `gives the metrics that the playback itself gives`() throws {
        let report = try QualityReport(Self.reread())
        let bitrates = Self.levels.map { Double($0.peakBitRate) / 1_000 }
        let direct = QualityOfExperience(
            of: Self.played, bitrates: bitrates, segmentDuration: .seconds(4))
        func same(_ found: Double?, _ expected: Double?) -> Bool {
            guard let found, let expected else { return found == nil && expected == nil }
            return abs(found - expected) < 1e-9
        }
        #expect(same(report.startupDelay, direct.startupDelay))
        #expect(report.stallCount == 1)
        #expect(same(report.rebufferRatioCTA, 2 / 14.0))
        #expect(same(report.rebufferRatioWall, direct.rebufferRatioWall))
        #expect(same(report.avgBitrate, direct.averageBitrate))
        #expect(same(report.avgBitrateIndicated, 750))
        #expect(report.switches.up == 1 && report.switches.down == 1)
        #expect(same(report.switches.magnitudeKilobits, 900 + 450))
        #expect(report.timeAtLevel.map(\.seconds) == [4, 4, 4])
        #expect(same(report.bufferLevel?.p95, direct.bufferLevel?.p95))
        #expect(same(report.sabreScore, direct.sabreScore))
        #expect(same(report.qoeLin.whole, direct.linear.whole))
        #expect(same(report.qoeLog.withoutFirst, direct.logarithmic.withoutFirst))
        #expect(same(report.qoeHd.whole, direct.highDefinition.whole))
        #expect(same(report.regret, 5 - direct.linear.whole))
        #expect(same(report.throughputEstimateError?.signed, direct.estimateError?.signed))
        let capacity = try #require(Self.knowledge.capacity)
        #expect(same(report.networkEfficiency, capacity.efficiency(of: Self.played)))
        #expect(same(report.rampUp, capacity.rampUp(of: Self.played, bitrates: bitrates)))
        #expect(report.reactionTimes?.count == 1)
        #expect(report.text.contains("\nstallCount"))
    }

    @Test func `lies in the run's folder, with both logs`() throws {
        let path = NSTemporaryDirectory() + "hlslab-playback-" + UUID().uuidString
        // The system's to clean where it cannot be removed.
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try RunFolder(
            path, for: Scenario(), content: .simulation, now: Date(timeIntervalSince1970: 0))
        var history = PlaybackHistory(
            PlayingDownload(url: "http://h/a.m3u8", options: DownloadOptions()), faults: [])
        history.played = Self.played
        history.levels = Self.levels
        history.state = .ended
        try PlaybackFiles.write(
            history, to: folder, .init(begin: .zero, sessionID: "s1"), knowing: Self.knowledge)
        let workbench = Workbench(resources: .locate(executable: path, override: nil))
        let report = try workbench.readQuality(path)
        #expect(report.state == "ended")
        #expect(report.stallCount == 1)
        #expect(report.networkEfficiency != nil)
        #expect(try workbench.readLog(folder.accessLog).text.contains("0 periods"))
        #expect(try workbench.readLog(folder.errorLog).text.contains("0 errors"))
    }

    @Test func `gives the input of P.1203, and nothing that is not known`() throws {
        var file = try Self.reread()
        file.levels[2].codecs = "mp4a.40.2, avc1.640028"
        file.levels[2].width = 1_280
        file.levels[2].height = 720
        file.levels[2].frameRate = 25
        let text = try P1203Input(file).jsonLine()
        #expect(
            text == #"{"I11":{"segments":[],"streamId":42},"I13":{"segments":["#
                + #"{"bitrate":200,"duration":4,"start":0},"#
                + #"{"bitrate":600,"codec":"h264","duration":4,"fps":25,"resolution":"1280x720","start":4},"#
                + #"{"bitrate":400,"duration":4,"start":8}],"streamId":42},"#
                + #""I23":{"stalling":[[0,1.5],[8,2]],"streamId":42}}"#)
    }

    @Test(arguments: ["level", "time", "buffer", "capacity"])
    func `is refused when it tells of what cannot be`(what: String) throws {
        var file = try Self.reread()
        switch what {
        case "level": file.segments[0].level = 7
        case "time": file.stalls[0].seconds = -1
        case "buffer": file.buffer = [[1, 2]]
        default: file.capacity = [.init(start: 3, bitsPerSecond: 1)]
        }
        #expect(throws: LabError.self) { try QualityReport(file) }
    }
}
