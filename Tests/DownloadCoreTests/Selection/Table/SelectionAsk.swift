import DownloadCore
import HLSPlaylist

/// What is asked for, in few words:
///
///     best | fast | quality BITRATE
///     old [bitrate=N] [size=WxH] [sdr] [stereo] [lossless]
///     auto | DEMAND [then DEMAND …]     DEMAND = where PREDICATE | min KEY [where PREDICATE]
///                                              | max KEY [where PREDICATE] | variant URI
///
/// and behind it, each after a semicolon:
///
///     audio WHAT | text WHAT | view WHAT    WHAT = none | named NAME | in LANGUAGE,… | with CHARACTERISTIC
///     and in LANGUAGE      a further media selection
///     aux ASK              auxiliary content (its own parts are behind commas)
///     each                 auxiliary content does not share video
///     stereo               no multichannel audio in addition
///     prefer LANGUAGE,… | wants CHARACTERISTIC | unforced | pathway ID
///     plays CODEC,… | ranges RANGE,… | hdcp LEVEL,… | flat
struct SelectionAsk {
    var quality: Quality?
    var configuration = AssetDownloadConfiguration()
    var preferences = SelectionPreferences()
    var capabilities = DeviceCapabilities()
    private let playlist: MultivariantPlaylist

    init(_ text: String, of playlist: MultivariantPlaylist) throws {
        self.playlist = playlist
        var parts = text.split(separator: ";").map { $0.trimmed }
        try read(content: parts.removeFirst())
        for part in parts { try read(part: part) }
    }

    func resolve() throws(SelectionError) -> ResolvedSelection {
        if let quality {
            return try Selection.resolve(playlist, quality, capabilities: capabilities)
        }
        return try Selection.resolve(
            playlist, configuration, capabilities: capabilities, preferences: preferences)
    }

    private mutating func read(content: String) throws {
        let words = content.split(separator: " ").map(String.init)
        switch words[0] {
        case "best": quality = .best
        case "fast": quality = .fast
        case "quality": quality = .minimumBitrate(Int(words[1]) ?? 0)
        case "old": configuration = AssetDownloadConfiguration(options: Self.options(words))
        case "auto": break
        default:
            configuration.primary.variantQualifiers = try content.components(by: " then ")
                .map(qualifier)
        }
    }

    private static func options(_ words: [String]) -> AssetDownloadTaskOptions {
        var options = AssetDownloadTaskOptions()
        for word in words.dropFirst() {
            let parts = word.split(separator: "=").map(String.init)
            switch parts[0] {
            case "bitrate": options.minimumRequiredMediaBitrate = Int(parts[1])
            case "size":
                let sides = parts[1].split(separator: "x").compactMap { Int($0) }
                options.minimumRequiredPresentationSize = .init(width: sides[0], height: sides[1])
            case "sdr": options.prefersHDR = false
            case "stereo": options.prefersMultichannel = false
            case "lossless": options.prefersLosslessAudio = true
            default: preconditionFailure("no older option: \(word)")
            }
        }
        return options
    }

    private func qualifier(_ text: String) throws -> AssetVariantQualifier {
        let (word, rest) = text.firstWord
        switch word {
        case "where": return try .predicate(rest)
        case "variant":
            let variants = AssetVariant.all(of: playlist)
            if let variant = variants.first(where: { $0.uri == rest }) { return .variant(variant) }
            var gone = variants[0]
            gone.uri = rest
            return .variant(gone)
        case "min", "max":
            let parts = rest.components(by: " where ")
            let among = parts.count > 1 ? try VariantPredicate(parts[1]) : .always
            guard case .number(let key)? = VariantKey(parts[0]) else { break }
            return word == "min" ? .minimum(key, among: among) : .maximum(key, among: among)
        default: break
        }
        preconditionFailure("no demand: \(text)")
    }

    private mutating func read(part: String) throws {
        let (word, rest) = part.firstWord
        let list = rest.split(separator: ",").map(String.init)
        switch word {
        case "audio": choose(\.audible, rest)
        case "text": choose(\.legible, rest)
        case "view": choose(\.visual, rest)
        case "and":
            if configuration.primary.mediaSelections.isEmpty {
                configuration.primary.mediaSelections = [.automatic]
            }
            configuration.primary.mediaSelections.append(.language(rest.firstWord.rest))
        case "aux":
            let ask = try SelectionAsk(rest.replacing(",", with: ";"), of: playlist)
            configuration.auxiliary.append(ask.configuration.primary)
        case "each": configuration.optimizesAuxiliaryContentConfigurations = false
        case "stereo": configuration.primary.prefersMultichannel = false
        case "prefer": preferences.languages = list
        case "wants": preferences.characteristics = list.map(Self.characteristic)
        case "unforced": preferences.includesForcedSubtitles = false
        case "pathway": preferences.pathwayID = rest
        case "plays": capabilities.codecs = list
        case "ranges": capabilities.videoRanges = list
        case "hdcp": capabilities.hdcpLevels = list
        case "flat": capabilities.isStereoscopic = false
        default: preconditionFailure("no part of an ask: \(part)")
        }
    }

    private mutating func choose(
        _ medium: WritableKeyPath<MediaSelection, MediaSelection.Choice>, _ what: String
    ) {
        if configuration.primary.mediaSelections.isEmpty {
            configuration.primary.mediaSelections = [.automatic]
        }
        configuration.primary.mediaSelections[0][keyPath: medium] = choice(what)
    }

    private func choice(_ what: String) -> MediaSelection.Choice {
        let (word, rest) = what.firstWord
        switch word {
        case "none": return .none
        case "named":
            var rendition = Rendition(kind: .subtitles, groupID: "", name: rest)
            rendition = playlist.renditions.first { $0.name == rest } ?? rendition
            return .option(MediaSelectionOption(rendition))
        case "in":
            let parts = rest.components(by: " with ")
            return .criteria(
                MediaSelectionCriteria(
                    languages: parts[0].split(separator: ",").map(String.init),
                    characteristics: parts.dropFirst().map(Self.characteristic)))
        case "with":
            return .criteria(
                MediaSelectionCriteria(characteristics: [Self.characteristic(rest)]))
        default: preconditionFailure("no choice: \(what)")
        }
    }

    private static func characteristic(_ short: String) -> String {
        MediaCharacteristic.accessibility.first { $0.hasSuffix(short) } ?? short
    }
}

extension StringProtocol {
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    fileprivate var firstWord: (word: String, rest: String) {
        let parts = split(separator: " ", maxSplits: 1)
        return (String(parts[0]), parts.count > 1 ? parts[1].trimmed : "")
    }

    func components(by separator: String) -> [String] {
        String(self).split(separator: separator).map(\.trimmed)
    }
}
