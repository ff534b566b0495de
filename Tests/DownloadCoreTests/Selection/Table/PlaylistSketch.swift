import HLSPlaylist
import Testing

/// A multivariant playlist in few words, one line for each thing:
///
///     var URI PEAK[/AVERAGE] [WxH] [25fps] [SDR|HLG|PQ] [a=AUDIO] [s=SUBTITLES] [c=CC] [v=VIDEO]
///         [score=] [codecs=] [supp=] [range=] [hdcp=] [layout=] [id=] [path=]
///     audio URI GROUP LANGUAGE CHANNELS [D] [A] [F] [name=] [x=CHARACTERISTIC] [id=]
///     subs URI GROUP LANGUAGE …      cc NAME GROUP LANGUAGE …      view URI GROUP NAME …
///     iframe URI PEAK                steer [PATHWAY]
///
/// `-` is nothing. D is DEFAULT, A is AUTOSELECT, F is FORCED; a name is the language unless given.
struct PlaylistSketch {
    private(set) var playlist = MultivariantPlaylist()

    init(_ text: String) {
        for line in text.split(separator: "\n") {
            var words = line.split(separator: " ").map(String.init)
            guard !words.isEmpty else { continue }
            let kind = words.removeFirst()
            let isKnown =
                switch kind {
                case "var": variant(words)
                case "audio": rendition(.audio, words)
                case "subs": rendition(.subtitles, words)
                case "cc": rendition(.closedCaptions, words)
                case "view": rendition(.video, words)
                case "iframe": iframe(words)
                case "steer": steer(words)
                default: false
                }
            precondition(isKnown, "no line of a playlist: \(line)")
        }
    }

    private mutating func variant(_ words: [String]) -> Bool {
        let rates = words[1].split(separator: "/")
        var variant = Variant(uri: words[0], bandwidth: Int(rates[0]) ?? 0)
        variant.averageBandwidth = rates.count > 1 ? Int(rates[1]) : nil
        for word in words.dropFirst(2) {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let value = parts.count > 1 ? parts[1] : ""
            switch parts[0] {
            case "SDR", "HLG", "PQ": variant.videoRange = VideoRange(word)
            case "a": variant.audioGroupID = value
            case "s": variant.subtitlesGroupID = value
            case "c": variant.closedCaptions = .group(value)
            case "v": variant.videoGroupID = value
            case "score": variant.score = Double(value)
            case "codecs": variant.codecsText = value
            case "supp": variant.supplementalCodecs = SupplementalCodec.list(value)
            case "range": variant.videoRange = VideoRange(value)
            case "hdcp": variant.hdcpLevel = value
            case "layout": variant.requiredVideoLayout = value
            case "id": variant.stableVariantID = value
            case "path": variant.pathwayID = value
            default:
                if word.hasSuffix("fps") {
                    variant.frameRate = Double(word.dropLast(3))
                } else {
                    let sides = word.split(separator: "x").compactMap { Int($0) }
                    guard sides.count == 2 else { return false }
                    variant.resolution = Resolution(width: sides[0], height: sides[1])
                }
            }
        }
        playlist.variants.append(variant)
        return true
    }

    private mutating func rendition(_ kind: Rendition.Kind, _ words: [String]) -> Bool {
        func given(_ word: String) -> String? { word == "-" ? nil : word }
        let hasURI = kind != .closedCaptions
        var rendition = Rendition(
            kind: kind, groupID: words[1],
            name: kind == .video || !hasURI ? words[hasURI ? 2 : 0] : words[2],
            uri: hasURI ? given(words[0]) : nil)
        if kind != .video { rendition.language = given(words[2]) }
        if !hasURI { rendition.instreamID = words[0] }
        var rest = words.dropFirst(3)
        if kind == .audio { rendition.channels = given(rest.removeFirst()).map { Channels($0) } }
        for word in rest {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "D": (rendition.isDefault, rendition.isAutoselect) = (true, true)
            case "A": rendition.isAutoselect = true
            case "F": rendition.isForced = true
            case "name": rendition.name = parts[1]
            case "x": rendition.characteristics.append(parts[1])
            case "id": rendition.stableRenditionID = parts[1]
            default: return false
            }
        }
        playlist.renditions.append(rendition)
        return true
    }

    private mutating func iframe(_ words: [String]) -> Bool {
        playlist.iFrameVariants.append(
            IFrameVariant(uri: words[0], bandwidth: Int(words[1]) ?? 0))
        return true
    }

    private mutating func steer(_ words: [String]) -> Bool {
        playlist.contentSteering = ContentSteering(serverURI: "steer", pathwayID: words.first)
        return true
    }
}
