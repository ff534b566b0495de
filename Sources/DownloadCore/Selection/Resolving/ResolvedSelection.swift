/// What a download's options mean for one playlist, and why. Stored with its task.
public struct ResolvedSelection: Sendable, Hashable, Codable {
    /// The primary content, then the auxiliary ones in their order.
    public var contents: [ResolvedContent]
    /// What was not to choose from, in the order of the playlist.
    public var excluded: [ExcludedVariant]
    /// All that has to be on disk.
    public var selection: Selection

    /// The variant of the primary content: the requested quality.
    public var primary: ResolvedContent { contents[0] }
}

/// A content configuration's variant and its renditions.
public struct ResolvedContent: Sendable, Hashable, Codable {
    public var variant: AssetVariant
    /// The same variant from elsewhere, to be tried when it fails: redundant variants and those of
    /// other pathways, in the order of the playlist.
    public var alternates: [AssetVariant]
    public var reason: VariantReason
    /// Another view, audio, then text. Those without a URI are in the variant's own segments.
    public var renditions: [ResolvedRendition]
}

/// A rendition that goes with a variant.
public struct ResolvedRendition: Sendable, Hashable, Codable {
    public enum Role: String, Sendable, Hashable, Codable {
        case main
        /// In addition to stereo.
        case multichannel
        /// Forced subtitles.
        case forced
    }

    public var option: MediaSelectionOption
    public var role: Role
    public var groupID: String
    /// As the playlist wrote it; nil: nothing is fetched for it.
    public var uri: String?
    /// First part of CHANNELS.
    public var channels: Int?
    /// The same rendition from elsewhere, by URI.
    public var alternates: [String]
    public var reason: RenditionReason
}

/// A variant that was not to choose from.
public struct ExcludedVariant: Sendable, Hashable, Codable {
    public var variant: AssetVariant
    public var obstacle: Obstacle
}

/// Why nothing can be selected.
package enum SelectionError: Error, Sendable, Hashable {
    case noVariants
    /// Each has an obstacle; there is at least one.
    case nothingPlayable([ExcludedVariant])
}

extension SelectionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noVariants: "it lists no variant"
        case .nothingPlayable(let excluded):
            "none of its \(excluded.count) variants can be played"
                + (excluded.first.map { ": of \($0.variant.uri) \($0.obstacle)" } ?? "")
        }
    }
}

extension ResolvedContent {
    /// The options that were chosen, for whoever plays what was downloaded
    /// (`didResolveMediaSelection`); forced subtitles and multichannel audio are no options of
    /// their own. The first of each kind, when several selections were asked for.
    public var mediaSelection: MediaSelection {
        func chosen(_ kinds: MediaSelectionOption.Kind...) -> MediaSelectionOption? {
            renditions.first { $0.role == .main && kinds.contains($0.option.kind) }?.option
        }
        return MediaSelection(
            audible: chosen(.audio).map { .option($0) } ?? .none,
            legible: chosen(.subtitles, .closedCaptions).map { .option($0) } ?? .none,
            visual: chosen(.video).map { .option($0) } ?? .automatic)
    }
}

extension ResolvedSelection {
    /// What was decided and why, a line for each decision.
    public var explanation: [String] {
        var lines: [String] = []
        for (index, content) in contents.enumerated() {
            let role = index == 0 ? "primary" : "auxiliary \(index)"
            lines.append("\(role): \(content.variant.label): \(content.reason)")
            if !content.alternates.isEmpty {
                let uris = content.alternates.map(\.uri).joined(separator: ", ")
                lines.append("\(role): also at \(uris)")
            }
            lines += content.renditions.map { "\(role): \($0.label): \($0.reason)" }
        }
        return lines + excluded.map { "left out: \($0.variant.label): \($0.obstacle)" }
    }
}

extension AssetVariant {
    /// `variant high.m3u8 (1280x720, 900000 bit/s)`
    var label: String {
        var facts: [String] = []
        if let video = videoAttributes, video.presentationSize > 0 {
            facts.append("\(video.presentationWidth)x\(video.presentationHeight)")
        }
        if isHDR { facts.append(videoAttributes?.videoRange ?? "") }
        if peakBitRate > 0 { facts.append("\(peakBitRate) bit/s") }
        return "variant \(uri)" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    }
}

extension ResolvedRendition {
    /// `audio English (en, 6 channels)`
    var label: String {
        let facts = [
            option.language, channels.map { "\($0) channels" },
            uri == nil ? "inside the variant" : nil,
        ].compactMap(\.self)
        let kind =
            switch option.kind {
            case .audio: "audio"
            case .subtitles: "subtitles"
            case .closedCaptions: "closed captions"
            case .video: "view"
            }
        return "\(kind) \(option.name)"
            + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
    }
}
