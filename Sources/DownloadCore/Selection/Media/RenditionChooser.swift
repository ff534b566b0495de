internal import HLSPlaylist

/// Chooses renditions among those that go with a variant. Takes time linear in them.
struct RenditionChooser {
    struct Chosen: Hashable {
        enum Role: Hashable { case main, multichannel, forced }

        var rendition: Rendition
        var role = Role.main
        var reason: RenditionReason
    }

    var preferences: SelectionPreferences
    /// Whether ALAC and FLAC are looked for or avoided.
    var lossless: LosslessRule
    /// Whether the best multichannel audio comes in addition to stereo.
    var withMultichannel: Bool
    /// GROUP-ID of audio that loses nothing.
    var losslessGroups: Set<String> = []

    enum LosslessRule: Hashable {
        /// Not looked at.
        case any
        case avoided
    }

    /// A rendition that decides the language, and why it does.
    typealias Lead = (rendition: Rendition, reason: RenditionReason)

    // MARK: Audio

    /// Stereo and, if wanted, what has the most channels in the same language.
    func audio(_ choice: MediaSelection.Choice, in offered: [Rendition]) -> [Chosen] {
        guard choice != .none else { return [] }
        let wanted = characteristics(wantedBy: choice)
        let heard = offered.keeping {
            wanted.contains(MediaCharacteristic.describesVideo)
                || !$0.characteristics.contains(MediaCharacteristic.describesVideo)
        }
        var asked: Rendition?
        if case .option(let option) = choice { asked = offered.first(where: option.isOption) }
        guard
            let lead = lead(choice, asked, in: heard, isSpeech: true)
                ?? Self.preferred(heard).map({ instead(of: choice, $0) })
        else { return [] }
        let spoken: [Rendition]
        if let asked {
            spoken = offered.filter { $0.name == asked.name && $0.language == asked.language }
        } else {
            spoken = refined(
                heard.filter { $0.language == lead.rendition.language }, wanting: wanted)
        }
        return channels(of: withoutWhatIsAvoided(spoken), ledBy: lead)
    }

    private func withoutWhatIsAvoided(_ renditions: [Rendition]) -> [Rendition] {
        guard lossless == .avoided else { return renditions }
        return renditions.keeping { !losslessGroups.contains($0.groupID) }
    }

    /// At most two channels, else as few as there are; then, if wanted, as many as there are.
    private func channels(of spoken: [Rendition], ledBy lead: Lead) -> [Chosen] {
        let counts = spoken.map(\.channelCount)
        guard let fewest = counts.min(), let most = counts.max() else { return [] }
        let stereo = spoken.filter { $0.channelCount <= 2 }
        let plain = stereo.isEmpty ? spoken.filter { $0.channelCount == fewest } : stereo
        var chosen: [Chosen] = []
        if let main = Self.preferred(plain.keeping { !$0.isBinaural }) {
            chosen.append(
                Chosen(
                    rendition: main.rendition,
                    reason: Self.reason(lead.reason, of: lead.rendition, for: main.rendition)))
        }
        if withMultichannel, most > 2,
            let wide = Self.preferred(
                spoken.filter { $0.channelCount == most }.keeping(where: \.isAtmos)),
            wide.rendition != chosen.first?.rendition
        {
            chosen.append(
                Chosen(
                    rendition: wide.rendition, role: .multichannel, reason: .mostChannels(most)))
        }
        return chosen
    }

    // MARK: Text

    /// Subtitles or closed captions, and forced subtitles.
    /// - Parameters:
    ///   - offered: subtitles first, then closed captions.
    ///   - audio: the main audio.
    func text(
        _ choice: MediaSelection.Choice, in offered: [Rendition], audio: Rendition?
    ) -> [Chosen] {
        var chosen: [Chosen] = []
        if let main = mainText(choice, in: offered, audio: audio) {
            chosen.append(Chosen(rendition: main.rendition, reason: main.reason))
        }
        guard preferences.includesForcedSubtitles, let language = audio?.language else {
            return chosen
        }
        let forced = offered.filter { $0.isForced && $0.kind == .subtitles }
        if let (rendition, _) = nearest(to: [language], in: forced, isSpeech: false) {
            chosen.append(
                Chosen(rendition: rendition, role: .forced, reason: .forced(language)))
        }
        return chosen
    }

    private func mainText(
        _ choice: MediaSelection.Choice, in offered: [Rendition], audio: Rendition?
    ) -> Lead? {
        guard choice != .none else { return nil }
        var asked: Rendition?
        if case .option(let option) = choice { asked = offered.first(where: option.isOption) }
        let shown = offered.filter { !$0.isForced }
        let language = audio?.language
        let automatic =
            shown.first(where: \.isDefault).map { Lead($0, .isDefault) }
            ?? shown.first { $0.isAutoselect && language != nil && $0.language == language }
            .map { Lead($0, .audioLanguage(language ?? "")) }
        guard
            var lead = lead(choice, asked, in: shown, isSpeech: false)
                ?? automatic.map({ instead(of: choice, $0) })
        else { return nil }
        if asked == nil {
            let same = shown.filter {
                $0.language == lead.rendition.language && (isExplicit(choice) || $0.isAutomatic)
            }
            let fine = refined(same, wanting: characteristics(wantedBy: choice))
            if let found = Self.preferred(fine)?.rendition {
                lead = (found, Self.reason(lead.reason, of: lead.rendition, for: found))
            }
        }
        return lead
    }

    // MARK: View

    /// Another view than the variant's own; nil: the variant's own.
    func view(_ choice: MediaSelection.Choice, in offered: [Rendition]) -> Chosen? {
        switch choice {
        case .automatic, .none: return nil
        case .option(let option):
            return offered.first(where: option.isOption).map {
                Chosen(rendition: $0, reason: .askedFor)
            }
        case .criteria:
            return lead(choice, nil, in: offered, isSpeech: true).map {
                Chosen(rendition: $0.rendition, reason: $0.reason)
            }
        }
    }
}
