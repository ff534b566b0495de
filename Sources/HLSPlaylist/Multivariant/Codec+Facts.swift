// What a codec string says. Sources: RFC 6381; ISO/IEC 14496-15 annex E (avc1, hvc1); Dolby Vision
// streams within HLS, section 2; AV1 in ISOBMFF, section 5; VP Codec ISOBMFF binding; RFC 6416
// (mp4a object types); RFC 8216bis section 4.4.6.2.
extension Codec {
    /// What the codec compresses.
    public enum Medium: Sendable, Hashable {
        /// Pictures.
        case video
        /// Sound.
        case audio
        /// Subtitles.
        case text
    }

    /// The codec itself, whatever its profile.
    public enum Family: String, Sendable, Hashable, CaseIterable {
        /// Video.
        case avc, hevc, vvc, dolbyVision, av1, vp8, vp9, mpeg4Video
        /// Audio.
        case aac, mp3, ac3, eac3, ac4, opus, flac, alac, dts, mpegH, apac
        /// Text.
        case ttml, webVTT
        /// A codec that the library does not know.
        case unknown
    }

    /// How light is encoded.
    public enum DynamicRange: Sendable, Hashable {
        /// SDR.
        case standard
        /// HDR: PQ or HLG.
        case high
    }

    /// Which codec it is.
    public var family: Family {
        switch fourCharacterCode {
        case "avc1", "avc2", "avc3", "avc4", "mvc1", "svc1": .avc
        case "hvc1", "hev1", "lhv1", "lhe1": .hevc
        case "vvc1", "vvi1": .vvc
        case "dvh1", "dvhe", "dva1", "dvav", "dav1": .dolbyVision
        case "av01": .av1
        case "vp08", "vp8": .vp8
        case "vp09", "vp9": .vp9
        case "mp4v": .mpeg4Video
        case "mp4a": mp4aFamily
        case "mp3", ".mp3": .mp3
        case "ac-3": .ac3
        case "ec-3", "ec+3": .eac3
        case "ac-4": .ac4
        case "opus", "Opus": .opus
        case "fLaC", "flac": .flac
        case "alac": .alac
        case "dtsc", "dtse", "dtsh", "dtsl", "dtsx", "dtsy": .dts
        case "mhm1", "mhm2", "mha1", "mha2": .mpegH
        case "apac": .apac
        case "stpp": .ttml
        case "wvtt": .webVTT
        default: .unknown
        }
    }

    /// Nil for a codec that the library does not know.
    public var medium: Medium? {
        switch family {
        case .avc, .hevc, .vvc, .dolbyVision, .av1, .vp8, .vp9, .mpeg4Video: .video
        case .aac, .mp3, .ac3, .eac3, .ac4, .opus, .flac, .alac, .dts, .mpegH, .apac: .audio
        case .ttml, .webVTT: .text
        case .unknown: nil
        }
    }

    /// The profile's number: `profile_idc` of AVC, `general_profile_idc` of HEVC, the profile of
    /// Dolby Vision, AV1 and VP9, the audio object type of AAC. Nil where the text has none.
    public var profile: Int? {
        switch family {
        case .avc: avcNumbers?.profile
        case .hevc, .vvc: hevcProfile
        case .dolbyVision, .av1, .vp9: number(1)
        case .aac: number(2)
        default: nil
        }
    }

    /// The level as its specification names it: 3.1 for AVC level 31, 5.1 for HEVC level 153; the
    /// bare number of Dolby Vision.
    public var level: Double? {
        switch family {
        case .avc: avcNumbers.map { Double($0.level) / 10 }
        case .hevc: hevcLevel.map { Double($0) / 30 }
        case .vvc: vvcLevel
        case .dolbyVision: number(2).map { Double($0) }
        case .av1: av1Level
        case .vp9: number(2).map { Double($0) / 10 }
        default: nil
        }
    }

    /// Bits per sample of video; nil where the text does not say.
    public var bitDepth: Int? {
        switch family {
        case .avc: avcBitDepth
        case .hevc: hevcBitDepth
        // Profile 9 is AVC with 8 bits, all others in use have 10.
        case .dolbyVision: profile.map { $0 == 9 ? 8 : 10 }
        case .av1, .vp9: number(3).flatMap { [8, 10, 12].contains($0) ? $0 : nil }
        case .vp8: 8
        default: nil
        }
    }

    /// Nil where the text does not say: VIDEO-RANGE does.
    public var dynamicRange: DynamicRange? {
        if family == .dolbyVision { return profile == 9 ? .standard : .high }
        if let transfer = transferCharacteristics {
            // ISO/IEC 23091-2: 16 is PQ, 18 is HLG.
            return transfer == 16 || transfer == 18 ? .high : .standard
        }
        return bitDepth == 8 ? .standard : nil
    }
}

extension Codec {
    var fourCharacterCode: Substring {
        text.prefix { $0 != "." }
    }

    private var fields: [Substring] {
        text.split(separator: ".", omittingEmptySubsequences: false)
    }

    /// The field after so many points, as a decimal number.
    private func number(_ index: Int) -> Int? {
        let fields = fields
        return index < fields.count ? Self.decimal(fields[index]) : nil
    }

    /// Digits only: no sign.
    private static func decimal(_ text: Substring) -> Int? {
        text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
    }

    private var mp4aFamily: Family {
        let fields = fields
        guard fields.count > 1 else { return .aac }
        switch fields[1].lowercased() {
        case "69", "6b": return .mp3
        case "a5": return .ac3
        case "a6": return .eac3
        case "a9", "aa", "ab", "ac": return .dts
        case "ad": return .opus
        case "ae": return .ac4
        // Audio object types 32 to 34 are MPEG-1 layers 1 to 3.
        case "40": return [32, 33, 34].contains(number(2) ?? 0) ? .mp3 : .aac
        default: return .aac
        }
    }

    /// `avc1.PPCCLL` in hexadecimal digits, or the older `avc1.profile.level`.
    private var avcNumbers: (profile: Int, level: Int)? {
        let fields = fields
        if fields.count == 2, fields[1].utf8.count == 6,
            fields[1].utf8.allSatisfy({ $0.hexValue != nil }), let bits = Int(fields[1], radix: 16)
        {
            return (bits >> 16, bits & 0xFF)
        }
        guard let profile = number(1), let level = number(2) else { return nil }
        return (profile, level)
    }

    private var avcBitDepth: Int? {
        switch avcNumbers?.profile {
        case 66, 77, 88, 100, 118, 128: 8
        case 110, 122: 10
        default: nil
        }
    }

    /// `hvc1.[A-C]profile.compatibility.[LH]level.constraints`
    private var hevcProfile: Int? {
        let fields = fields
        guard fields.count > 1 else { return nil }
        let hasSpace = fields[1].utf8.first.map { (65...67).contains($0) } ?? false
        return Self.decimal(fields[1].dropFirst(hasSpace ? 1 : 0))
    }

    private var hevcLevel: Int? {
        let fields = fields
        guard fields.count > 3, let tier = fields[3].utf8.first,
            tier == UInt8(ascii: "L") || tier == UInt8(ascii: "H")
        else { return nil }
        return Self.decimal(fields[3].dropFirst())
    }

    /// `vvc1.profile.L51.…`: sixteen times the major level, and three times the minor one.
    private var vvcLevel: Double? {
        let fields = fields
        guard fields.count > 2, let tier = fields[2].utf8.first,
            tier == UInt8(ascii: "L") || tier == UInt8(ascii: "H"),
            let level = Self.decimal(fields[2].dropFirst())
        else { return nil }
        return Double(level / 16) + Double(level % 16 / 3) / 10
    }

    private var hevcBitDepth: Int? {
        switch hevcProfile {
        // Main, Main Still Picture; Multiview Main, which stereoscopic video has.
        case 1, 3, 6: 8
        case 2: 10
        default: nil
        }
    }

    /// `av01.profile.levelTier.…`: level index 8 is 4.0.
    private var av1Level: Double? {
        let fields = fields
        guard fields.count > 2, fields[2].utf8.count == 3, let tier = fields[2].utf8.last,
            tier == UInt8(ascii: "M") || tier == UInt8(ascii: "H"),
            let index = Self.decimal(fields[2].prefix(2)), index < 24
        else { return nil }
        return Double(2 + index / 4) + Double(index % 4) / 10
    }

    /// `av01.P.LLT.DD.M.CCC.cp.tc…` and `vp09.PP.LL.DD.CC.cp.tc…`
    private var transferCharacteristics: Int? {
        switch family {
        case .av1: number(7)
        case .vp9: number(6)
        default: nil
        }
    }
}
