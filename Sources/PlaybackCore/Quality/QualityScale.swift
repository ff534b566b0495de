/// How good a level is, what a stall costs and what a change costs: a scale of Pensieve.
///
/// Source: H. Mao, R. Netravali, M. Alizadeh, "Neural Adaptive Video Streaming with Pensieve", SIGCOMM
/// 2017, table 1. The sum over all segments of quality − penalty · stall − |change of quality|.
package enum QualityScale: Sendable, Hashable, CaseIterable {
    /// The rate in Mbit/s; 4.3 per second of stall.
    case linear
    /// ln(rate / lowest rate); 2.66 per second of stall.
    case logarithmic
    /// Points that favour high definition; 8 per second of stall.
    case highDefinition

    /// Pensieve's levels in kbit/s with their points. A rate in between has those of the level below.
    private static let points: [(bitrate: Double, points: Double)] = [
        (300, 1), (750, 2), (1_200, 3), (1_850, 12), (2_850, 15), (4_300, 20),
    ]

    package var stallPenalty: Double {
        switch self {
        case .linear: 4.3
        case .logarithmic: 2.66
        case .highDefinition: 8
        }
    }

    /// - Parameters:
    ///   - bitrate: in kbit/s.
    ///   - lowest: of the ladder, in kbit/s.
    package func quality(of bitrate: Double, lowest: Double) -> Double {
        switch self {
        case .linear: bitrate / 1_000
        case .logarithmic: Logarithm.natural(bitrate / lowest)
        case .highDefinition:
            Self.points.last { $0.bitrate <= bitrate }?.points ?? Self.points[0].points
        }
    }
}
