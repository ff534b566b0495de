import HLSPlaylist

@testable import DownloadCore

/// Playlists that are as odd as the parser lets them be, but for stable ids, which name one stream.
struct RandomPresentation {
    var playlist = MultivariantPlaylist()

    init(using random: inout some RandomNumberGenerator) {
        let hasScores = Bool.random(using: &random)
        for index in 0..<Int.random(in: 0...8, using: &random) {
            playlist.renditions.append(Self.rendition(index, using: &random))
        }
        for _ in 0..<Int.random(in: 1...9, using: &random) {
            playlist.variants.append(Self.variant(hasScore: hasScores, using: &random))
        }
        playlist.iFrameVariants = [IFrameVariant(uri: "iframes", bandwidth: 9_999)]
        if Bool.random(using: &random) {
            playlist.contentSteering = ContentSteering(
                serverURI: "s", pathwayID: Self.one(of: ["x", "y", "z", nil], using: &random))
        }
    }

    private static func one<T>(of values: [T], using random: inout some RandomNumberGenerator) -> T
    {
        values[Int.random(in: values.indices, using: &random)]
    }

    private static func rendition(
        _ index: Int, using random: inout some RandomNumberGenerator
    ) -> Rendition {
        var rendition = Rendition(
            kind: one(of: [.audio, .audio, .subtitles, .closedCaptions, .video], using: &random),
            groupID: one(of: ["g", "h", ""], using: &random),
            name: one(of: ["n", "m", "\(index)"], using: &random),
            uri: one(of: [nil, "r\(index)", "r\(index)", "v1"], using: &random))
        rendition.language = one(
            of: [nil, "en", "fr", "fr-CA", "zh-Hant", "", "-", "x"], using: &random)
        rendition.isDefault = one(of: [true, false, false], using: &random)
        rendition.isAutoselect = Bool.random(using: &random)
        rendition.isForced = one(of: [true, false, false], using: &random)
        rendition.characteristics =
            one(of: [[], [], MediaCharacteristic.accessibility, ["x"]], using: &random)
        rendition.channels = one(
            of: [nil, "2", "6", "16/JOC", "2/-/BINAURAL", "", "x", "0", "99999999999999999999"],
            using: &random
        ).map { Channels($0) }
        rendition.stableRenditionID = one(of: [nil, nil, "id-\(index)"], using: &random)
        return rendition
    }

    private static func variant(
        hasScore: Bool, using random: inout some RandomNumberGenerator
    ) -> Variant {
        var variant = Variant(
            uri: one(of: ["v1", "v2", "v3", "v4?t", ""], using: &random),
            bandwidth: one(of: [0, -5, 100, 200, 200, 900, .max], using: &random))
        variant.averageBandwidth = one(of: [nil, 0, 90, .max], using: &random)
        if hasScore { variant.score = one(of: [0, 1, 2.5], using: &random) }
        variant.codecsText = one(
            of: [nil, "", "avc1.64001f,mp4a.40.2", "hvc1.2.4.L123.B0,ec-3", "alac", "odd", ",,"],
            using: &random)
        variant.resolution = one(
            of: [nil, Resolution(width: 640, height: 360), Resolution(width: .max, height: .max)],
            using: &random)
        variant.frameRate = one(of: [nil, 25, 0, .infinity], using: &random)
        variant.videoRange = one(of: [nil, .sdr, .pq, .hlg, .other("new")], using: &random)
        variant.hdcpLevel = one(of: [nil, nil, "NONE", "TYPE-1"], using: &random)
        variant.requiredVideoLayout = one(
            of: [nil, nil, nil, "CH-STEREO", "", "?"], using: &random)
        variant.stableVariantID = one(of: [nil, nil, "id-" + variant.uri], using: &random)
        variant.pathwayID = one(of: [nil, "x", "y"], using: &random)
        variant.audioGroupID = one(of: [nil, "g", "h", "gone"], using: &random)
        variant.subtitlesGroupID = one(of: [nil, "g", "h", "gone"], using: &random)
        variant.videoGroupID = one(of: [nil, nil, "g"], using: &random)
        variant.closedCaptions = one(of: [nil, .some(.none), .group("g")], using: &random)
        return variant
    }

    // MARK: What is asked of it

    static func configuration(
        _ playlist: MultivariantPlaylist, using random: inout some RandomNumberGenerator
    ) -> AssetDownloadConfiguration {
        var configuration = AssetDownloadConfiguration(
            primary: content(playlist, using: &random),
            optimizesAuxiliaryContentConfigurations: Bool.random(using: &random))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            configuration.auxiliary.append(content(playlist, using: &random))
        }
        return configuration
    }

    private static func content(
        _ playlist: MultivariantPlaylist, using random: inout some RandomNumberGenerator
    ) -> AssetDownloadContentConfiguration {
        var content = AssetDownloadContentConfiguration(
            prefersMultichannel: Bool.random(using: &random))
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            content.variantQualifiers.append(qualifier(playlist, using: &random))
        }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            content.mediaSelections.append(
                MediaSelection(
                    audible: choice(playlist, using: &random),
                    legible: choice(playlist, using: &random),
                    visual: choice(playlist, using: &random)))
        }
        return content
    }

    static func qualifier(
        _ playlist: MultivariantPlaylist, using random: inout some RandomNumberGenerator
    ) -> AssetVariantQualifier {
        let predicate = RandomPredicate.any(depth: 2, using: &random)
        let key = one(of: NumberKey.allCases, using: &random)
        switch Int.random(in: 0...4, using: &random) {
        case 0: return .minimum(key, among: predicate)
        case 1: return .maximum(key, among: predicate)
        case 2: return .variant(one(of: AssetVariant.all(of: playlist), using: &random))
        case 3: return .closure("matches") { predicate.matches($0) }
        default: return .predicate(predicate)
        }
    }

    private static func choice(
        _ playlist: MultivariantPlaylist, using random: inout some RandomNumberGenerator
    ) -> MediaSelection.Choice {
        switch Int.random(in: 0...4, using: &random) {
        case 0: return .none
        case 1:
            guard let rendition = playlist.renditions.randomElement(using: &random) else {
                return .none
            }
            return .option(MediaSelectionOption(rendition))
        case 2:
            return .criteria(
                MediaSelectionCriteria(
                    languages: one(of: [[], ["fr-FR", "en"], ["zh-TW"]], using: &random),
                    characteristics: one(
                        of: [[], MediaCharacteristic.accessibility], using: &random)))
        default: return .automatic
        }
    }

    static func preferences(
        using random: inout some RandomNumberGenerator
    ) -> SelectionPreferences {
        SelectionPreferences(
            languages: one(of: [[], ["fr-FR", "en"], ["", "-"]], using: &random),
            characteristics: one(of: [[], ["x"]], using: &random),
            includesForcedSubtitles: Bool.random(using: &random),
            pathwayID: one(of: [nil, "x", "q"], using: &random))
    }

    static func capabilities(
        using random: inout some RandomNumberGenerator
    ) -> DeviceCapabilities {
        DeviceCapabilities(
            codecs: one(of: [nil, nil, ["avc1", "mp4a"], []], using: &random),
            videoRanges: one(of: [["SDR", "HLG", "PQ"], ["SDR"]], using: &random),
            hdcpLevels: one(of: [nil, ["TYPE-0"]], using: &random),
            isStereoscopic: Bool.random(using: &random))
    }
}
