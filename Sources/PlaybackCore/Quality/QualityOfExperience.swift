/// What a person had of a playback, in the numbers that are in use.
///
/// Times are in seconds, rates in kbit/s unless they say otherwise.
package struct QualityOfExperience: Sendable, Hashable {
    /// From the request to play to the first frame; nil when none came.
    package var startupDelay: Double?
    package var stallCount: Int
    package var stallSeconds: Double
    package var secondsPlayed: Double
    /// Stall over stall and play (CTA-2066).
    package var rebufferRatioCTA: Double
    /// Stall over start, stall and play.
    package var rebufferRatioWall: Double
    /// Bits over the duration of the segments played; nil when none was.
    package var averageBitrate: Double?
    /// Declared peak rates, by the time that they played.
    package var averageBitrateIndicated: Double?
    package var switches: Switches
    /// Seconds that each level played, from the lowest on.
    package var secondsAtLevel: [Double]
    package var bufferLevel: BufferLevel?
    /// In bytes.
    package var downloadedNotPlayed: Int
    /// Sabre's sum of ln(rate / lowest rate) over the segments.
    package var utilityLog: Double
    /// Sabre's time average score: utility less 5 for each segment's time of stall, per segment's time.
    package var sabreScore: Double
    package var linear: Score
    package var logarithmic: Score
    package var highDefinition: Score
    /// How far from what it was the rule's estimate of the throughput was.
    package var estimateError: EstimateError?

    package struct Switches: Sendable, Hashable {
        package var up = 0
        package var down = 0
        /// Sum of the differences.
        package var kilobits = 0.0
        /// Sum of |ln(new rate / old rate)|.
        package var logRatio = 0.0

        package var count: Int { up + down }
    }

    package struct BufferLevel: Sendable, Hashable {
        package var minimum: Double
        package var mean: Double
        package var p5: Double
        package var p95: Double
    }

    /// A sum on one of Pensieve's scales.
    package struct Score: Sendable, Hashable {
        /// All segments; the start counts as a stall.
        package var whole = 0.0
        /// Without the first segment and what was waited for it.
        package var withoutFirst = 0.0
    }

    /// Relative to the throughput that was measured.
    package struct EstimateError: Sendable, Hashable {
        package var signed: Double
        package var absolute: Double
        package var count: Int
    }

    /// Distance to what an ``Oracle`` found for the same link, in Mbit/s.
    package func regret(against oracle: Double, countingStart: Bool) -> Double {
        oracle - (countingStart ? linear.whole : linear.withoutFirst)
    }
}
