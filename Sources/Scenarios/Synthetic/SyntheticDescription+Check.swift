internal import LinkModel

extension SyntheticDescription {
    /// Throws the first reason for which no asset can be made of this.
    func check() throws(SyntheticDescriptionError) {
        guard duration > .zero, duration <= Self.longestDuration else {
            throw .durationOutOfRange(duration)
        }
        guard segmentDuration >= .milliseconds(100), segmentDuration <= Self.longestSegment else {
            throw .segmentDurationOutOfRange(segmentDuration)
        }
        let segments = Int((duration / segmentDuration).rounded(.up))
        guard segments <= Self.mostSegments else { throw .tooManySegments(segments) }
        if let percent = pattern.peakPercent, !(100...200).contains(percent) {
            throw .peakOutOfRange(percent: percent)
        }
        guard !variants.isEmpty else { throw .noVariants }
        var names: Set<String> = []
        for variant in variants {
            guard names.insert(variant.id).inserted else { throw .repeatedVariant(variant.id) }
            try variant.check()
        }
    }
}

extension SyntheticDescription.Pattern {
    /// nil when nothing varies.
    var peakPercent: Int? {
        switch self {
        case .constant: nil
        case .random(let peakPercent), .sawtooth(let peakPercent): peakPercent
        }
    }

    /// Segments of one rise of the sawtooth.
    static let teeth = 8

    /// Size of a segment in ten-thousandths of the average. It depends on the segment and not on
    /// the variant, as the difficulty of a scene does.
    func weight(segment: Int, seed: UInt64) -> Int {
        guard let peakPercent else { return 10_000 }
        let swing = (peakPercent - 100) * 100
        switch self {
        case .constant:
            return 10_000
        case .random:
            let number = StableRandom.number(UInt64(segment), ofSeed: seed)
            let drawn = number.multipliedFullWidth(by: UInt64(2 * swing + 1)).high
            return 10_000 - swing + Int(drawn)
        case .sawtooth:
            return 10_000 - swing + 2 * swing * (segment % Self.teeth) / (Self.teeth - 1)
        }
    }
}

extension SyntheticDescription.Variant {
    fileprivate func check() throws(SyntheticDescriptionError) {
        typealias Limits = SyntheticDescription
        let isPlain: (UInt8) -> Bool = { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
        guard !id.isEmpty, !id.hasPrefix("."), id.utf8.allSatisfy(isPlain) else {
            throw .unusableName(id)
        }
        guard (1_000...Limits.highestBitRate).contains(bitsPerSecond) else {
            throw .bitRateOutOfRange(variant: id, bitsPerSecond: bitsPerSecond)
        }
        guard (1...Limits.highestFrameRate).contains(frameRate) else {
            throw .frameRateOutOfRange(variant: id, framesPerSecond: frameRate)
        }
        guard (1...16_384).contains(width), (1...16_384).contains(height) else {
            throw .sizeOutOfRange(variant: id, width: width, height: height)
        }
    }
}
