/// A fact of a variant that a predicate can ask for.
///
/// Written as in AVFoundation's predicates: `peakBitRate`, `videoAttributes.videoRange`. The part
/// before the point may be left out.
package enum VariantKey: Sendable, Hashable {
    case number(NumberKey)
    case text(TextKey)
    case flag(FlagKey)

    /// The key of a name or of a path; nil when there is none such. Case counts.
    package init?(_ name: String) {
        guard let key = Self.byName[name] else { return nil }
        self = key
    }

    package var name: String {
        switch self {
        case .number(let key): key.rawValue
        case .text(let key): key.rawValue
        case .flag(let key): key.rawValue
        }
    }

    package static let all: [VariantKey] =
        NumberKey.allCases.map(VariantKey.number) + TextKey.allCases.map(VariantKey.text)
        + FlagKey.allCases.map(VariantKey.flag)

    /// Every spelling that is understood, in a fixed order.
    static let spellings: [(name: String, key: VariantKey)] = all.flatMap { key in
        ([key.name] + key.otherNames).flatMap { name in
            key.owner.map { [(name, key), ("\($0).\(name)", key)] } ?? [(name, key)]
        }
    }

    private static let byName = Dictionary(
        spellings.map { ($0.name, $0.key) }, uniquingKeysWith: { first, _ in first })

    /// Whether the fact is one of the sound: a predicate on it chooses among audio groups too.
    package var isOfAudio: Bool { owner == Self.audio }

    private static let video = "videoAttributes"
    private static let audio = "audioAttributes"

    /// The property of the variant that has the fact, nil for the variant itself.
    private var owner: String? {
        switch self {
        case .number(.peakBitRate), .number(.averageBitRate), .number(.score): nil
        case .number(.presentationWidth), .number(.presentationHeight),
            .number(.presentationSize), .number(.nominalFrameRate), .text(.videoRange),
            .text(.codecTypes), .flag(.isHDR), .flag(.isStereoscopic):
            Self.video
        case .number(.channelCount), .number(.sampleRate), .number(.bitDepth), .text(.formatIDs),
            .text(.audioLanguages), .flag(.isLossless), .flag(.isAtmos), .flag(.isImmersive),
            .flag(.isBinaural), .flag(.isDownmix):
            Self.audio
        case .text, .flag: nil
        }
    }

    /// Spellings of AVFoundation's properties and of HLS that mean the same.
    private var otherNames: [String] {
        switch self {
        case .number(.presentationWidth): ["presentationSize.width"]
        case .number(.presentationHeight): ["presentationSize.height"]
        case .number(.nominalFrameRate): ["frameRate"]
        case .number(.channelCount): ["audioChannelCount"]
        case .number(.sampleRate): ["audioSampleRate"]
        case .text(.videoRange): ["range"]
        default: []
        }
    }
}

/// A fact that is a number.
public enum NumberKey: String, Sendable, Hashable, CaseIterable, Codable {
    /// Bits per second.
    case peakBitRate, averageBitRate
    /// SCORE.
    case score
    /// Pixels.
    case presentationWidth, presentationHeight
    /// Pixels: width × height.
    case presentationSize
    /// Frames per second.
    case nominalFrameRate
    /// The most channels, hertz and bits that a rendition of the audio group has.
    case channelCount, sampleRate, bitDepth

    /// Nil when the variant has not got the medium, or no SCORE. A number that is only undeclared
    /// is what ``AssetVariant`` says: negative or zero.
    package func value(in variant: AssetVariant) -> Double? {
        let video = variant.videoAttributes
        let audio = variant.audioAttributes?.renditions
        return switch self {
        case .peakBitRate: Double(variant.peakBitRate)
        case .averageBitRate: Double(variant.averageBitRate)
        case .score: variant.score
        case .presentationWidth: video.map { Double($0.presentationWidth) }
        case .presentationHeight: video.map { Double($0.presentationHeight) }
        case .presentationSize: video.map { Double($0.presentationSize) }
        case .nominalFrameRate: video?.nominalFrameRate
        case .channelCount: audio.map { Double($0.channelCount) }
        case .sampleRate: audio.map { Double($0.sampleRate) }
        case .bitDepth: audio.map { Double($0.bitDepth) }
        }
    }

    /// The value where the playlist declares one: what minimum and maximum are taken of.
    package func declaredValue(in variant: AssetVariant) -> Double? {
        value(in: variant).flatMap { $0 > 0 || self == .score ? $0 : nil }
    }
}

/// A fact that is text, or a list of texts: a comparison with a list holds when it holds for one
/// of them.
public enum TextKey: String, Sendable, Hashable, CaseIterable, Codable {
    /// `SDR`, `HLG`, `PQ`.
    case videoRange
    /// As CODECS writes them: `hvc1.2.4.L123.B0`, `mp4a.40.2`.
    case codecs, supplementalCodecs
    /// Four characters of each video and audio codec: `hvc1`, `mp4a`.
    case codecTypes, formatIDs
    /// LANGUAGE of the renditions of the audio group.
    case audioLanguages
    case uri, pathwayID, stableVariantID, hdcpLevel, name

    /// Empty when nothing is declared.
    package func values(in variant: AssetVariant) -> [String] {
        func one(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
        return switch self {
        case .videoRange: one(variant.videoAttributes?.videoRange)
        case .codecs: variant.codecs
        case .supplementalCodecs: variant.supplementalCodecs
        case .codecTypes: (variant.videoAttributes?.codecs ?? []).map(Self.fourCharacters)
        case .formatIDs: (variant.audioAttributes?.formats ?? []).map(Self.fourCharacters)
        case .audioLanguages: variant.audioAttributes?.renditions.languages ?? []
        case .uri: [variant.uri]
        case .pathwayID: [variant.pathwayID]
        case .stableVariantID: one(variant.stableID)
        case .hdcpLevel: one(variant.hdcpLevel)
        case .name: one(variant.name)
        }
    }

    private static func fourCharacters(_ codec: String) -> String {
        String(codec.prefix { $0 != "." })
    }
}

/// A fact that is so or not.
public enum FlagKey: String, Sendable, Hashable, CaseIterable, Codable {
    case hasVideo, hasAudio
    case isHDR, isStereoscopic
    case isLossless, isAtmos, isImmersive, isBinaural, isDownmix

    /// False when the variant has not got the medium.
    package func value(in variant: AssetVariant) -> Bool {
        let audio = variant.audioAttributes
        return switch self {
        case .hasVideo: variant.videoAttributes != nil
        case .hasAudio: audio != nil
        case .isHDR: variant.isHDR
        case .isStereoscopic: variant.videoAttributes?.isStereoscopic ?? false
        case .isLossless: audio?.isLossless ?? false
        case .isAtmos: audio?.renditions.isAtmos ?? false
        case .isImmersive: audio?.renditions.isImmersive ?? false
        case .isBinaural: audio?.renditions.isBinaural ?? false
        case .isDownmix: audio?.renditions.isDownmix ?? false
        }
    }
}
