package import PlaybackCore

/// A playback by the session rules of Pensieve's simulator: one chunk after the other, a buffer of 60 s
/// that is drained in steps of 500 ms, and a first chunk whose delay counts as a stall.
package struct PensieveSession: Sendable {
    package struct Settings: Sendable, Hashable {
        /// Milliseconds of media that the buffer holds.
        package var bufferSize = 60_000.0
        /// Milliseconds that a full buffer is drained for at least.
        package var drainStep = 500.0
        /// Of the first chunk, which no rule chooses.
        package var firstLevel = 1

        package init() {}
    }

    /// What came of one chunk.
    package struct Chunk: Sendable, Hashable {
        package var level: Int
        /// Milliseconds from the request to the last byte.
        package var delay: Double
        /// Milliseconds of waiting for room behind it.
        package var sleep: Double
        /// Milliseconds of media once it was added and room was waited for.
        package var bufferLevel: Double
        /// Milliseconds without media while it was fetched.
        package var stall: Double
    }

    private let ladder: Ladder
    private let settings: Settings
    private var network: PensieveNetwork
    package private(set) var rule: any AdaptationRule
    private var bufferLevel = 0.0

    package init(
        _ ladder: Ladder, over trace: PensieveTrace, rule: any AdaptationRule,
        _ settings: Settings = Settings()
    ) {
        self.ladder = ladder
        self.rule = rule
        self.settings = settings
        network = PensieveNetwork(trace)
    }

    /// Fetches all chunks of the ladder.
    package mutating func run() -> [Chunk] {
        var chunks: [Chunk] = []
        chunks.reserveCapacity(ladder.segmentCount)
        var elapsed = 0.0
        for segment in 0..<ladder.segmentCount {
            let level: Int
            if let last = chunks.last {
                level =
                    rule.choose(
                        Situation(
                            segment: segment, bufferLevel: bufferLevel, level: last.level,
                            elapsed: elapsed)
                    ).level
            } else {
                level = min(settings.firstLevel, ladder.top)
            }
            let chunk = fetch(segment, level)
            elapsed += chunk.delay + chunk.sleep
            chunks.append(chunk)
        }
        return chunks
    }

    private mutating func fetch(_ segment: Int, _ level: Int) -> Chunk {
        let bits = ladder.bits(segment: segment, level: level)
        let delay = network.fetch(bytes: bits / 8)
        let stall = max(delay - bufferLevel, 0)
        bufferLevel = max(bufferLevel - delay, 0) + ladder.segmentDuration
        let sleep = drain()
        rule.segmentArrived(
            SegmentTransfer(
                segment: segment, level: level, size: bits, bits: bits, duration: delay,
                timeToFirstBit: PensieveNetwork.roundTrip, bufferLevel: bufferLevel))
        if sleep > 0 { rule.waited(sleep) }
        return Chunk(
            level: level, delay: delay, sleep: sleep, bufferLevel: bufferLevel, stall: stall)
    }

    /// Waits until the buffer is within its size.
    private mutating func drain() -> Double {
        let excess = bufferLevel - settings.bufferSize
        guard excess > 0 else { return 0 }
        let sleep = (excess / settings.drainStep).rounded(.up) * settings.drainStep
        bufferLevel -= sleep
        network.idle(sleep)
        return sleep
    }

    /// What the chunks were to a person: the first one's delay is the start.
    package func played(_ chunks: [Chunk]) -> PlayedSequence {
        var played = PlayedSequence()
        let duration = Duration.milliseconds(ladder.segmentDuration)
        var elapsed = Duration.zero
        var begins = Duration.zero
        for (index, chunk) in chunks.enumerated() {
            let bytes = Int(ladder.bits(segment: index, level: chunk.level) / 8)
            let delay = Duration.milliseconds(chunk.delay)
            let stall = Duration.milliseconds(chunk.stall)
            played.requests.append(
                .init(
                    start: elapsed, end: elapsed + delay, bytes: bytes,
                    timeToFirstByte: .milliseconds(PensieveNetwork.roundTrip), estimate: nil))
            if index == 0 {
                played.startup = stall
                begins = stall
            } else if stall > .zero {
                played.stalls.append(
                    .init(start: begins, mediaTime: duration * index, duration: stall))
                begins += stall
            }
            played.segments.append(
                .init(
                    level: chunk.level, bitrate: Int(ladder.bitrates[chunk.level] * 1_000),
                    bytes: bytes, duration: duration, start: begins, played: duration))
            begins += duration
            elapsed += delay + .milliseconds(chunk.sleep)
        }
        return played
    }
}
