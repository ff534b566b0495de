/// Why a synthetic asset cannot be made.
package enum SyntheticDescriptionError: Error, Sendable, Hashable {
    case noVariants
    case repeatedVariant(String)
    case unusableName(String)
    case durationOutOfRange(Duration)
    case segmentDurationOutOfRange(Duration)
    case tooManySegments(Int)
    case peakOutOfRange(percent: Int)
    case bitRateOutOfRange(variant: String, bitsPerSecond: Int)
    case frameRateOutOfRange(variant: String, framesPerSecond: Double)
    case sizeOutOfRange(variant: String, width: Int, height: Int)
}

extension SyntheticDescriptionError: CustomStringConvertible {
    package var description: String {
        typealias Limits = SyntheticDescription
        let reason =
            switch self {
            case .noVariants:
                "it has no variants; describe at least one"
            case .repeatedVariant(let id):
                "two variants are called '\(id)'; give each its own id"
            case .unusableName(let id):
                "'\(id)' cannot name a folder; use letters, digits, '-', '_' and '.'"
            case .durationOutOfRange(let duration):
                "its duration is \(duration); use more than 0 s and at most "
                    + "\(Limits.longestDuration)"
            case .segmentDurationOutOfRange(let duration):
                "its segments last \(duration); use 100 ms to \(Limits.longestSegment)"
            case .tooManySegments(let count):
                "it has \(count) segments; use longer ones, at most \(Limits.mostSegments)"
            case .peakOutOfRange(let percent):
                "its peak is \(percent) % of the average; use 100 % to 200 %"
            case .bitRateOutOfRange(let variant, let rate):
                "variant '\(variant)' has \(rate) bit/s; use 1000 to \(Limits.highestBitRate)"
            case .frameRateOutOfRange(let variant, let rate):
                "variant '\(variant)' has \(rate) frames/s; use 1 to \(Limits.highestFrameRate)"
            case .sizeOutOfRange(let variant, let width, let height):
                "variant '\(variant)' is \(width)x\(height); use 1 to 16384 in both directions"
            }
        return "cannot make the synthetic asset: \(reason)"
    }
}
