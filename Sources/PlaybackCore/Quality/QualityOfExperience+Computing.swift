extension QualityOfExperience {
    /// γp of Sabre's score.
    private static let gammaP = 5.0

    /// - Parameters:
    ///   - bitrates: declared peak rates of all levels, in kbit/s.
    ///   - segmentDuration: of a segment, as Sabre's score counts them.
    package init(of played: PlayedSequence, bitrates: [Double], segmentDuration: Duration) {
        let seconds = played.played / .seconds(1)
        let stall = played.stalled / .seconds(1)
        let start = (played.startup ?? .zero) / .seconds(1)
        startupDelay = played.startup.map { $0 / .seconds(1) }
        stallCount = played.stalls.count
        stallSeconds = stall
        secondsPlayed = seconds
        rebufferRatioCTA = stall + seconds > 0 ? stall / (stall + seconds) : 0
        let wall = start + stall + seconds
        rebufferRatioWall = wall > 0 ? stall / wall : 0
        let media = played.segments.reduce(0.0) { $0 + $1.duration / .seconds(1) }
        let bytes = played.segments.reduce(0) { $0 + $1.bytes }
        averageBitrate = media > 0 ? Double(bytes) * 8 / 1_000 / media : nil
        let indicated = played.segments.reduce(0.0) {
            $0 + Double($1.bitrate) / 1_000 * ($1.played / .seconds(1))
        }
        averageBitrateIndicated = seconds > 0 ? indicated / seconds : nil
        switches = Switches(of: played.segments)
        secondsAtLevel = Array(repeating: 0, count: bitrates.count)
        for segment in played.segments where secondsAtLevel.indices.contains(segment.level) {
            secondsAtLevel[segment.level] += segment.played / .seconds(1)
        }
        bufferLevel = BufferLevel(of: played.buffer)
        downloadedNotPlayed = played.bytesNotPlayed
        let lowest = bitrates.first ?? 1
        let scale = QualityScale.logarithmic
        utilityLog = played.segments.reduce(0) {
            $0 + scale.quality(of: Double($1.bitrate) / 1_000, lowest: lowest)
        }
        let segment = segmentDuration / .seconds(1)
        let time = (start + stall + seconds) / segment
        sabreScore = time > 0 ? (utilityLog - Self.gammaP * stall / segment) / time : 0
        linear = Score(of: played, on: .linear, lowest: lowest)
        logarithmic = Score(of: played, on: .logarithmic, lowest: lowest)
        highDefinition = Score(of: played, on: .highDefinition, lowest: lowest)
        estimateError = EstimateError(of: played.requests)
    }
}

extension QualityOfExperience.Switches {
    fileprivate init(of segments: [PlayedSequence.Segment]) {
        for (old, new) in zip(segments, segments.dropFirst()) where new.level != old.level {
            if new.level > old.level { up += 1 } else { down += 1 }
            let (from, to) = (Double(old.bitrate), Double(new.bitrate))
            kilobits += abs(to - from) / 1_000
            logRatio += abs(Logarithm.natural(to / from))
        }
    }
}

extension QualityOfExperience.BufferLevel {
    fileprivate init?(of history: BufferHistory) {
        guard let minimum = history.minimum, let mean = history.mean,
            let p5 = history.percentile(0.05), let p95 = history.percentile(0.95)
        else { return nil }
        self.init(minimum: minimum, mean: mean, p5: p5, p95: p95)
    }
}

extension QualityOfExperience.Score {
    fileprivate init(of played: PlayedSequence, on scale: QualityScale, lowest: Double) {
        let qualities = played.segments.map {
            scale.quality(of: Double($0.bitrate) / 1_000, lowest: lowest)
        }
        let changes = zip(qualities, qualities.dropFirst()).reduce(0) { $0 + abs($1.1 - $1.0) }
        let stall = scale.stallPenalty * (played.stalled / .seconds(1))
        let start = scale.stallPenalty * ((played.startup ?? .zero) / .seconds(1))
        let sum = qualities.reduce(0, +) - changes - stall
        whole = sum - start
        withoutFirst = sum - (qualities.first ?? 0)
    }
}

extension QualityOfExperience.EstimateError {
    fileprivate init?(of requests: [PlayedSequence.Request]) {
        var (signed, absolute, count) = (0.0, 0.0, 0)
        for request in requests {
            let seconds = (request.end - request.start - request.timeToFirstByte) / .seconds(1)
            guard let estimate = request.estimate, seconds > 0, request.bytes > 0 else { continue }
            let error = estimate * seconds / (Double(request.bytes) * 8) - 1
            signed += error
            absolute += abs(error)
            count += 1
        }
        guard count > 0 else { return nil }
        self.init(
            signed: signed / Double(count), absolute: absolute / Double(count), count: count)
    }
}
