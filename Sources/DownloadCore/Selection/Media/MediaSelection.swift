/// What is chosen of audio, text and view; AVFoundation's `AVMediaSelection`. Nothing said of one
/// of them is automatic.
package struct MediaSelection: Sendable, Hashable, Codable {
    package enum Choice: Sendable, Hashable, Codable {
        /// By the preferred languages, else DEFAULT, else AUTOSELECT.
        case automatic
        /// No option. Of audio, what is inside the variant's own segments comes anyway.
        case none
        /// This one, wherever the playlist has it.
        case option(MediaSelectionOption)
        /// The best that fits; automatic when none does.
        case criteria(MediaSelectionCriteria)
    }

    package var audible: Choice
    package var legible: Choice
    package var visual: Choice

    package init(
        audible: Choice = .automatic, legible: Choice = .automatic, visual: Choice = .automatic
    ) {
        self.audible = audible
        self.legible = legible
        self.visual = visual
    }

    package static let automatic = MediaSelection()

    /// Audio and text in a language (BCP 47).
    package static func language(_ tag: String) -> MediaSelection {
        let criteria = Choice.criteria(MediaSelectionCriteria(languages: [tag]))
        return MediaSelection(audible: criteria, legible: criteria)
    }
}

/// What an option has to be like; AVFoundation's `AVPlayerMediaSelectionCriteria`.
package struct MediaSelectionCriteria: Sendable, Hashable, Codable {
    /// BCP 47, the preferred one first. Unlike the languages of automatic selection they find
    /// options that are not AUTOSELECT: someone has asked for them.
    package var languages: [String]
    /// Wanted besides, such as ``MediaCharacteristic/describesVideo``.
    package var characteristics: [String]

    package init(languages: [String] = [], characteristics: [String] = []) {
        self.languages = languages
        self.characteristics = characteristics
    }
}

/// What is known of the viewer and the place: what automatic selection goes by.
package struct SelectionPreferences: Sendable, Hashable, Codable {
    /// Of the viewer, BCP 47, the preferred one first. Empty: the playlist's defaults.
    package var languages: [String]
    /// Accessibility characteristics that the viewer has switched on.
    package var characteristics: [String]
    /// Forced subtitles in the language of the audio are fetched too: a player has to show them
    /// (FORCED, section 4.4.6.1).
    package var includesForcedSubtitles: Bool
    /// The pathway to begin with, from a steering manifest; nil: what the playlist says.
    package var pathwayID: String?

    package init(
        languages: [String] = [], characteristics: [String] = [],
        includesForcedSubtitles: Bool = true, pathwayID: String? = nil
    ) {
        self.languages = languages
        self.characteristics = characteristics
        self.includesForcedSubtitles = includesForcedSubtitles
        self.pathwayID = pathwayID
    }
}
