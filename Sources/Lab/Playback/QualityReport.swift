internal import Foundation
internal import PlaybackCore

/// The quality of experience of a run, for `hlslab qoe`: the metrics that are in use, by their usual
/// names. Times in seconds, rates in kbit/s, sizes in bytes.
package struct QualityReport: Sendable, CommandReport {
    struct Switches: Sendable, Encodable {
        var count: Int
        var up: Int
        var down: Int
        /// Sum of the differences.
        var magnitudeKilobits: Double
        /// Sum of |ln(new rate / old rate)|.
        var magnitudeLogRatio: Double
    }

    struct Stall: Sendable, Encodable {
        var mediaTime: Double
        var duration: Double
    }

    struct TimeAtLevel: Sendable, Encodable {
        var bandwidth: Double
        var seconds: Double
    }

    struct BufferLevel: Sendable, Encodable {
        var minimum: Double
        var mean: Double
        var p5: Double
        var p95: Double
    }

    struct Score: Sendable, Encodable {
        var whole: Double
        var withoutFirst: Double

        init(_ score: QualityOfExperience.Score) {
            whole = score.whole
            withoutFirst = score.withoutFirst
        }
    }

    struct EstimateError: Sendable, Encodable {
        var signed: Double
        var absolute: Double
        var count: Int
    }

    let schema = "hlslab-qoe/1"
    let state: String?
    let startupDelay: Double?
    let stallCount: Int
    let stallSeconds: Double
    let stalls: [Stall]
    let secondsPlayed: Double
    let rebufferRatioCTA: Double
    let rebufferRatioWall: Double
    let avgBitrate: Double?
    let avgBitrateIndicated: Double?
    let switches: Switches
    let timeAtLevel: [TimeAtLevel]
    let bufferLevel: BufferLevel?
    let downloadedNotPlayed: Int
    let utilityLog: Double
    let sabreScore: Double
    let qoeLin: Score
    let qoeLog: Score
    let qoeHd: Score
    /// Against the bound that the run left; nil: it left none.
    let regret: Double?
    let rampUp: Double?
    let reactionTimes: [Double]?
    let throughputEstimateError: EstimateError?
    let networkEfficiency: Double?
    /// What `--p1203` prints; no part of the metrics.
    package let p1203: P1203Input

    private enum CodingKeys: CodingKey {
        case schema, state, startupDelay, stallCount, stallSeconds, stalls, secondsPlayed
        case rebufferRatioCTA, rebufferRatioWall, avgBitrate, avgBitrateIndicated, switches
        case timeAtLevel, bufferLevel, downloadedNotPlayed, utilityLog, sabreScore, qoeLin, qoeLog
        case qoeHd, regret, rampUp, reactionTimes, throughputEstimateError, networkEfficiency
    }

    /// - Throws: when the file tells of what cannot be.
    init(_ file: PlaybackFile) throws(LabError) {
        let played = try file.sequence()
        let bitrates = file.levels.map { Double($0.bandwidth) / 1_000 }
        let quality = QualityOfExperience(
            of: played, bitrates: bitrates,
            segmentDuration: played.usualSegmentDuration ?? .seconds(1))
        state = file.state
        startupDelay = quality.startupDelay
        stallCount = quality.stallCount
        stallSeconds = quality.stallSeconds
        stalls = file.stalls.map { Stall(mediaTime: $0.mediaTime, duration: $0.seconds) }
        secondsPlayed = quality.secondsPlayed
        rebufferRatioCTA = quality.rebufferRatioCTA
        rebufferRatioWall = quality.rebufferRatioWall
        avgBitrate = quality.averageBitrate
        avgBitrateIndicated = quality.averageBitrateIndicated
        switches = Switches(
            count: quality.switches.count, up: quality.switches.up, down: quality.switches.down,
            magnitudeKilobits: quality.switches.kilobits,
            magnitudeLogRatio: quality.switches.logRatio)
        timeAtLevel = zip(bitrates, quality.secondsAtLevel).map {
            TimeAtLevel(bandwidth: $0, seconds: $1)
        }
        bufferLevel = quality.bufferLevel.map {
            BufferLevel(minimum: $0.minimum, mean: $0.mean, p5: $0.p5, p95: $0.p95)
        }
        downloadedNotPlayed = quality.downloadedNotPlayed
        utilityLog = quality.utilityLog
        sabreScore = quality.sabreScore
        qoeLin = Score(quality.linear)
        qoeLog = Score(quality.logarithmic)
        qoeHd = Score(quality.highDefinition)
        regret = file.oracle.map { quality.regret(against: $0, countingStart: true) }
        throughputEstimateError = quality.estimateError.map {
            EstimateError(signed: $0.signed, absolute: $0.absolute, count: $0.count)
        }
        let capacity = try file.linkCapacity()
        networkEfficiency = capacity?.efficiency(of: played)
        rampUp = capacity?.rampUp(of: played, bitrates: bitrates)
        reactionTimes = file.bufferGoal.flatMap { goal in
            capacity?.reactions(of: played, bitrates: bitrates, bufferSize: .seconds(goal))
        }
        p1203 = P1203Input(file)
    }
}

extension Workbench {
    /// The greatest file that is read.
    private static let mostBytes = 256 << 20

    /// Reads what a run with a playback left, from its folder or from the file itself.
    package func readQuality(_ run: String) throws(LabError) -> QualityReport {
        let path = run.hasSuffix(".json") ? run : "\(run)/\(RunFolder.playbackName)"
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile.bytes(of: path, limit: Self.mostBytes)
        } catch {
            throw LabError(
                .run,
                "cannot read \(path): \(error.reason); a run with --playback leaves it in its folder"
            )
        }
        let file: PlaybackFile
        do {
            file = try JSONDecoder().decode(PlaybackFile.self, from: Data(bytes))
        } catch {
            throw LabError(.run, "\(path): this is no playback of a run")
        }
        guard file.schema == PlaybackFile.currentSchema else {
            throw LabError(
                .run, "\(path): its schema is '\(file.schema)', not '\(PlaybackFile.currentSchema)'"
            )
        }
        do throws(LabError) {
            return try QualityReport(file)
        } catch {
            throw LabError(.run, "\(path): it tells of \(error.message)")
        }
    }
}
