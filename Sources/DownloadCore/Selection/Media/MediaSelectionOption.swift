package import HLSPlaylist

/// Something to choose of a presentation, such as a language: AVFoundation's
/// `AVMediaSelectionOption`. One option may have renditions in several groups, stereo and surround
/// for example: they have its name.
public struct MediaSelectionOption: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable {
        case audio, subtitles
        /// Inside the video: nothing is fetched for it.
        case closedCaptions
        /// Another view of the same, a camera angle.
        case video
    }

    public var kind: Kind
    public var name: String
    /// BCP 47.
    public var language: String?
    public var associatedLanguage: String?
    public var isDefault: Bool
    public var isAutoselect: Bool
    public var isForced: Bool
    /// Uniform type identifiers; see ``MediaCharacteristic``.
    public var characteristics: [String]
    /// STABLE-RENDITION-ID of its first rendition.
    public var stableID: String?
    /// INSTREAM-ID of closed captions.
    public var instreamID: String?

    package init(_ rendition: Rendition) {
        kind =
            switch rendition.kind {
            case .audio: .audio
            case .subtitles: .subtitles
            case .closedCaptions: .closedCaptions
            case .video: .video
            }
        name = rendition.name
        language = rendition.language
        associatedLanguage = rendition.associatedLanguage
        isDefault = rendition.isDefault
        isAutoselect = rendition.isAutoselect
        isForced = rendition.isForced
        characteristics = rendition.characteristics
        stableID = rendition.stableRenditionID
        instreamID = rendition.instreamID
    }

    /// Whether a rendition is of this option, in this version of the playlist or another: by the
    /// stable id, else by name and language, since the renditions of an option in two groups have
    /// two stable ids.
    package func isOption(of rendition: Rendition) -> Bool {
        let other = MediaSelectionOption(rendition)
        guard kind == other.kind else { return false }
        if let stableID, stableID == other.stableID { return true }
        return name == other.name && language == other.language && isForced == other.isForced
    }
}

/// Characteristics of renditions (section 4.4.6.1) that decide something here.
public enum MediaCharacteristic {
    /// Audio that tells what is seen.
    public static let describesVideo = "public.accessibility.describes-video"
    /// Text of what is spoken.
    public static let transcribesSpokenDialog =
        "public.accessibility.transcribes-spoken-dialog"
    /// Text of what else is heard.
    public static let describesMusicAndSound =
        "public.accessibility.describes-music-and-sound"
    /// Text that is easy to read.
    public static let easyToRead = "public.easy-to-read"

    /// Those that serve some viewers, and are not chosen for the others by themselves.
    public static let accessibility = [
        describesVideo, transcribesSpokenDialog, describesMusicAndSound, easyToRead,
    ]
}

/// The options of one kind of which at most one is presented: AVFoundation's
/// `AVMediaSelectionGroup`.
public struct MediaSelectionGroup: Sendable, Hashable, Codable {
    public enum Characteristic: String, Sendable, Hashable, Codable, CaseIterable {
        /// Audio.
        case audible
        /// Subtitles, then closed captions.
        case legible
        /// Camera angles.
        case visual
    }

    public var characteristic: Characteristic
    /// Each once, in the order of the playlist.
    public var options: [MediaSelectionOption]

    /// Text may be switched off; sound and pictures are always there.
    public var allowsEmptySelection: Bool { characteristic == .legible }
    public var defaultOption: MediaSelectionOption? { options.first(where: \.isDefault) }

    /// The groups that a playlist has options for.
    package static func all(of playlist: MultivariantPlaylist) -> [MediaSelectionGroup] {
        Characteristic.allCases.compactMap { characteristic in
            let options = characteristic.kinds.flatMap { kind in
                Self.options(in: playlist.renditions.filter { $0.kind == kind })
            }
            return options.isEmpty
                ? nil : MediaSelectionGroup(characteristic: characteristic, options: options)
        }
    }

    private static func options(in renditions: [Rendition]) -> [MediaSelectionOption] {
        struct Identity: Hashable {
            var name: String
            var language: String?
            var isForced: Bool
        }
        var seen: Set<Identity> = []
        return renditions.compactMap { rendition in
            let identity = Identity(
                name: rendition.name, language: rendition.language, isForced: rendition.isForced)
            return seen.insert(identity).inserted ? MediaSelectionOption(rendition) : nil
        }
    }
}

extension MediaSelectionGroup.Characteristic {
    var kinds: [Rendition.Kind] {
        switch self {
        case .audible: [.audio]
        case .legible: [.subtitles, .closedCaptions]
        case .visual: [.video]
        }
    }
}
