/// The keys of a variant, for a predicate written in Swift.
package struct VariantKeys: Sendable {
    package let peakBitRate = NumberKey.peakBitRate
    package let averageBitRate = NumberKey.averageBitRate
    package let score = NumberKey.score
    package let presentationWidth = NumberKey.presentationWidth
    package let presentationHeight = NumberKey.presentationHeight
    package let presentationSize = NumberKey.presentationSize
    package let nominalFrameRate = NumberKey.nominalFrameRate
    package let channelCount = NumberKey.channelCount
    package let sampleRate = NumberKey.sampleRate
    package let bitDepth = NumberKey.bitDepth

    package let videoRange = TextKey.videoRange
    package let codecs = TextKey.codecs
    package let supplementalCodecs = TextKey.supplementalCodecs
    package let codecTypes = TextKey.codecTypes
    package let formatIDs = TextKey.formatIDs
    package let audioLanguages = TextKey.audioLanguages
    package let uri = TextKey.uri
    package let pathwayID = TextKey.pathwayID
    package let stableVariantID = TextKey.stableVariantID
    package let hdcpLevel = TextKey.hdcpLevel
    package let name = TextKey.name

    package let hasVideo = FlagKey.hasVideo
    package let hasAudio = FlagKey.hasAudio
    package let isHDR = FlagKey.isHDR
    package let isStereoscopic = FlagKey.isStereoscopic
    package let isLossless = FlagKey.isLossless
    package let isAtmos = FlagKey.isAtmos
    package let isImmersive = FlagKey.isImmersive
    package let isBinaural = FlagKey.isBinaural
    package let isDownmix = FlagKey.isDownmix
}

extension VariantPredicate {
    /// A predicate written in Swift, with operators on keys. The closure runs once, now.
    package init(_ build: (VariantKeys) -> VariantPredicate) {
        self = build(VariantKeys())
    }

    package static func && (left: VariantPredicate, right: VariantPredicate) -> VariantPredicate {
        .all([left, right])
    }

    package static func || (left: VariantPredicate, right: VariantPredicate) -> VariantPredicate {
        .any([left, right])
    }

    package static prefix func ! (predicate: VariantPredicate) -> VariantPredicate {
        VariantPredicate(.not(predicate.node))
    }
}

extension NumberKey {
    /// - Precondition: the value is a number; infinite ones become the greatest finite ones, which
    ///   text can hold.
    private func test(_ relation: NumberTest.Relation, _ value: Double) -> VariantPredicate {
        VariantPredicate(.number(self, .relation(relation, Self.finite(value))))
    }

    package static func == (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.equal, value)
    }

    package static func != (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.notEqual, value)
    }

    package static func < (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.less, value)
    }

    package static func > (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.greater, value)
    }

    package static func <= (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.atMost, value)
    }

    package static func >= (key: NumberKey, value: Double) -> VariantPredicate {
        key.test(.atLeast, value)
    }

    /// Both bounds included.
    package func between(_ low: Double, _ high: Double) -> VariantPredicate {
        VariantPredicate(.number(self, .between(Self.finite(low), Self.finite(high))))
    }

    package func isOne(of values: [Double]) -> VariantPredicate {
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

    package static func == (key: TextKey, value: String) -> VariantPredicate {
        key.test(.equal, [value])
    }

    package static func != (key: TextKey, value: String) -> VariantPredicate {
        key.test(.notEqual, [value])
    }

    package func isEqual(to value: String, ignoringCase: Bool) -> VariantPredicate {
        test(.equal, [value], ignoringCase: ignoringCase)
    }

    package func contains(_ value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.contains, [value], ignoringCase: ignoringCase)
    }

    package func begins(with value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.beginsWith, [value], ignoringCase: ignoringCase)
    }

    package func ends(with value: String, ignoringCase: Bool = false) -> VariantPredicate {
        test(.endsWith, [value], ignoringCase: ignoringCase)
    }

    package func isOne(of values: [String], ignoringCase: Bool = false) -> VariantPredicate {
        test(.oneOf, values, ignoringCase: ignoringCase)
    }
}

extension FlagKey {
    package static func == (key: FlagKey, value: Bool) -> VariantPredicate {
        VariantPredicate(.flag(key, value))
    }

    package static prefix func ! (key: FlagKey) -> VariantPredicate {
        VariantPredicate(.flag(key, false))
    }
}
