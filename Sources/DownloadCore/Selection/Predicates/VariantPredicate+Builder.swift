/// The keys of a variant, for a predicate written in Swift.
public struct VariantKeys: Sendable {
    public let peakBitRate = NumberKey.peakBitRate
    public let averageBitRate = NumberKey.averageBitRate
    public let score = NumberKey.score
    public let presentationWidth = NumberKey.presentationWidth
    public let presentationHeight = NumberKey.presentationHeight
    public let presentationSize = NumberKey.presentationSize
    public let nominalFrameRate = NumberKey.nominalFrameRate
    public let channelCount = NumberKey.channelCount
    public let sampleRate = NumberKey.sampleRate
    public let bitDepth = NumberKey.bitDepth

    public let videoRange = TextKey.videoRange
    public let codecs = TextKey.codecs
    public let supplementalCodecs = TextKey.supplementalCodecs
    public let codecTypes = TextKey.codecTypes
    public let formatIDs = TextKey.formatIDs
    public let audioLanguages = TextKey.audioLanguages
    public let uri = TextKey.uri
    public let pathwayID = TextKey.pathwayID
    public let stableVariantID = TextKey.stableVariantID
    public let hdcpLevel = TextKey.hdcpLevel
    public let name = TextKey.name

    public let hasVideo = FlagKey.hasVideo
    public let hasAudio = FlagKey.hasAudio
    public let isHDR = FlagKey.isHDR
    public let isStereoscopic = FlagKey.isStereoscopic
    public let isLossless = FlagKey.isLossless
    public let isAtmos = FlagKey.isAtmos
    public let isImmersive = FlagKey.isImmersive
    public let isBinaural = FlagKey.isBinaural
    public let isDownmix = FlagKey.isDownmix
}

extension VariantPredicate {
    /// A predicate written in Swift, with operators on keys. The closure runs once, now.
    public init(_ build: (VariantKeys) -> VariantPredicate) {
        self = build(VariantKeys())
    }

    public static func && (left: VariantPredicate, right: VariantPredicate) -> VariantPredicate {
        .all([left, right])
    }

    public static func || (left: VariantPredicate, right: VariantPredicate) -> VariantPredicate {
        .any([left, right])
    }

    public static prefix func ! (predicate: VariantPredicate) -> VariantPredicate {
        VariantPredicate(.not(predicate.node))
    }
}

extension NumberKey {
    /// - Precondition: the value is a number; infinite ones become the greatest finite ones, which
    ///   text can hold.
    private func test(_ relation: NumberTest.Relation, _ value: Double) -> VariantPredicate {
        VariantPredicate(.number(self, .relation(relation, Self.finite(value))))
    }

    public static func == (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.equal, value)
    }

    public static func != (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.notEqual, value)
    }

    public static func < (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.less, value)
    }

    public static func > (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.greater, value)
    }

    public static func <= (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.atMost, value)
    }

    public static func >= (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.atLeast, value)
    }

    /// Both bounds included.
    public func between(_ low: Double, _ high: Double) -> VariantPredicate {
        VariantPredicate(.number(self, .between(Self.finite(low), Self.finite(high))))
    }

    public func isOne(of values: [Double]) -> VariantPredicate {
        VariantPredicate(.number(self, .oneOf(values.map(Self.finite))))
    }

    private static func finite(_ value: Double) -> Double {
        precondition(!value.isNaN, "a predicate compares with a number")
        let limit = Double.greatestFiniteMagnitude
        return Swift.min(Swift.max(value, -limit), limit)
    }
}

extension TextKey {
    private func test(
        _ relation: TextTest.Relation, _ values: [String], ignoringCase: Bool = false
    ) -> VariantPredicate {
        VariantPredicate(.text(self, TextTest(relation, values, ignoresCase: ignoringCase)))
    }

    public static func == (key: TextKey, value: String) -> VariantPredicate {
        key.test(.equal, [value])
    }

    public static func != (key: TextKey, value: String) -> VariantPredicate {
        key.test(.notEqual, [value])
    }

    public func isEqual(to value: String, ignoringCase: Bool) -> VariantPredicate {
        test(.equal, [value], ignoringCase: ignoringCase)
    }

    public func contains(_ value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.contains, [value], ignoringCase: ignoringCase)
    }

    public func begins(with value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.beginsWith, [value], ignoringCase: ignoringCase)
    }

    public func ends(with value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.endsWith, [value], ignoringCase: ignoringCase)
    }

    public func isOne(of values: [String], ignoringCase: Bool = false) -> VariantPredicate {
        test(.oneOf, values, ignoringCase: ignoringCase)
    }
}

extension FlagKey {
    public static func == (key: FlagKey, value: Bool) -> VariantPredicate {
        VariantPredicate(.flag(key, value))
    }

    public static prefix func ! (key: FlagKey) -> VariantPredicate {
        VariantPredicate(.flag(key, false))
    }
}
