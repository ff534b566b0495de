/// What is chosen of audio, text and view; AVFoundation's `AVMediaSelection`. Nothing said of one
/// of them is automatic.
public struct MediaSelection: Sendable, Hashable, Codable {
    public enum Choice: Sendable, Hashable, Codable {
        /// By the preferred languages, else DEFAULT, else AUTOSELECT.
        case automatic
        /// No option. Of audio, what is inside the variant's own segments comes anyway.
        case none
        /// This one, wherever the playlist has it.
        case option(MediaSelectionOption)
        /// The best that fits; automatic when none does.
        case criteria(MediaSelectionCriteria)
    }

    public var audible: Choice
    public var legible: Choice
    public var visual: Choice

    public init(
        audible: Choice = .automatic, legible: Choice = .automatic, visual: Choice = .automatic
    ) {
        self.audible = audible
        self.legible = legible
        self.visual = visual
    }

    public static let automatic = MediaSelection()

    /// Audio and text in a language (BCP 47).
    public static func language(_ tag: String) -> MediaSelection {
        let criteria = Choice.criteria(MediaSelectionCriteria(languages: [tag]))
        return MediaSelection(audible: criteria, legible: criteria)
    }
}

/// What an option has to be like; AVFoundation's `AVPlayerMediaSelectionCriteria`.
public struct MediaSelectionCriteria: Sendable, Hashable, Codable {
    /// BCP 47, the preferred one first. Unlike the languages of automatic selection they find
    /// options that are not AUTOSELECT: someone has asked for them.
    public var languages: [String]
    /// Wanted besides, such as ``MediaCharacteristic/describesVideo``.
    public var characteristics: [String]

    public init(languages: [String] = [], characteristics: [String] = []) {
        self.languages = languages
        self.characteristics = characteristics
    }
}

/// What is known of the viewer and the place: what automatic selection goes by.
public struct SelectionPreferences: Sendable, Hashable, Codable {
    /// Of the viewer, BCP 47, the preferred one first. Empty: the playlist's defaults.
    public var languages: [String]
    /// Accessibility characteristics that the viewer has switched on.
    public var characteristics: [String]
    /// Forced subtitles in the language of the audio are fetched too: a player has to show them
    /// (FORCED, section 4.4.6.1).
    public var includesForcedSubtitles: Bool
    /// The pathway to begin with, from a steering manifest; nil: what the playlist says.
    public var pathwayID: String?

    public init(
        languages: [String] = [], characteristics: [String] = [],
        includesForcedSubtitles: Bool = true, pathwayID: String? = nil
    ) {
        self.languages = languages
        self.characteristics = characteristics
        self.includesForcedSubtitles = includesForcedSubtitles
        self.pathwayID = pathwayID
    }
}
