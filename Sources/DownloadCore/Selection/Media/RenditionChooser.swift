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
    private typealias Lead = (rendition: Rendition, reason: RenditionReason)

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
        return channels(of: withoutWhatIsAvoided(spoken), reason: lead.reason)
    }

    private func withoutWhatIsAvoided(_ renditions: [Rendition]) -> [Rendition] {
        guard lossless == .avoided else { return renditions }
        return renditions.keeping { !losslessGroups.contains($0.groupID) }
    }

    /// At most two channels, else as few as there are; then, if wanted, as many as there are.
    private func channels(of spoken: [Rendition], reason: RenditionReason) -> [Chosen] {
        let counts = spoken.map(\.channelCount)
        guard let fewest = counts.min(), let most = counts.max() else { return [] }
        let stereo = spoken.filter { $0.channelCount <= 2 }
        let plain = stereo.isEmpty ? spoken.filter { $0.channelCount == fewest } : stereo
        var chosen: [Chosen] = []
        if let main = Self.preferred(plain.keeping { !$0.isBinaural }) {
            chosen.append(Chosen(rendition: main.rendition, reason: reason))
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
        if let (rendition, _) = nearest(to: [language], in: forced, isSpeech: false),
            rendition != chosen.first?.rendition
        {
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
            lead.rendition = Self.preferred(fine)?.rendition ?? lead.rendition
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

    // MARK: What decides

    /// What was asked for, else a preferred language. Nil: neither is there.
    private func lead(
        _ choice: MediaSelection.Choice, _ asked: Rendition?, in offered: [Rendition],
        isSpeech: Bool
    ) -> Lead? {
        if let asked { return (asked, .askedFor) }
        if case .criteria(let criteria) = choice,
            let fitting = fitting(criteria, in: offered, isSpeech)
        {
            return fitting
        }
        let automatic = offered.filter(\.isAutomatic)
        guard
            let (rendition, wanted) = nearest(
                to: preferences.languages, in: automatic, isSpeech: isSpeech)
        else { return nil }
        let reason = RenditionReason.language(wanted: wanted, found: rendition.language ?? "")
        return instead(of: choice, (rendition, reason))
    }

    private func fitting(
        _ criteria: MediaSelectionCriteria, in offered: [Rendition], _ isSpeech: Bool
    ) -> Lead? {
        if criteria.languages.isEmpty {
            let fitting = offered.filter { rendition in
                criteria.characteristics.contains(where: rendition.characteristics.contains)
            }
            return Self.preferred(fitting).map { ($0.rendition, .criteria(language: nil)) }
        }
        return nearest(to: criteria.languages, in: offered, isSpeech: isSpeech)
            .map { ($0.rendition, .criteria(language: $0.rendition.language)) }
    }

    private func instead(of choice: MediaSelection.Choice, _ lead: Lead) -> Lead {
        switch choice {
        case .automatic, .none: lead
        case .option(let option): (lead.rendition, .instead(of: "'\(option.name)'", lead.reason))
        case .criteria(let criteria):
            (
                lead.rendition,
                .instead(
                    of: (criteria.languages + criteria.characteristics).joined(separator: ", "),
                    lead.reason)
            )
        }
    }

    private func isExplicit(_ choice: MediaSelection.Choice) -> Bool {
        if case .criteria = choice { true } else { false }
    }

    private func characteristics(wantedBy choice: MediaSelection.Choice) -> [String] {
        if case .criteria(let criteria) = choice, !criteria.characteristics.isEmpty {
            return criteria.characteristics
        }
        return preferences.characteristics
    }

    /// The rendition nearest to the first of the languages that there is one for.
    private func nearest(
        to languages: [String], in offered: [Rendition], isSpeech: Bool
    ) -> (rendition: Rendition, wanted: String)? {
        guard !languages.isEmpty else { return nil }
        let wanted = languages.map { LanguageTag($0) }
        var best: (rendition: Rendition, rank: LanguageTag.Rank)?
        var ranks: [String: LanguageTag.Rank?] = [:]
        for rendition in offered {
            guard let language = rendition.language else { continue }
            let known = ranks[language]
            let rank =
                known ?? LanguageTag(language).rank(among: wanted, ignoresScript: isSpeech)
            if known == nil { ranks[language] = .some(rank) }
            guard let rank, best.map({ rank < $0.rank }) ?? true else { continue }
            best = (rendition, rank)
        }
        return best.map { ($0.rendition, languages[$0.rank.language]) }
    }

    /// Of renditions of one language those with the most characteristics that are wanted; then the
    /// default; then those with the fewest that serve other viewers.
    private func refined(_ renditions: [Rendition], wanting wanted: [String]) -> [Rendition] {
        func others(_ rendition: Rendition) -> Int {
            rendition.characteristics.count {
                MediaCharacteristic.accessibility.contains($0) && !wanted.contains($0)
            }
        }
        let fitting = renditions.with(most: { rendition in
            wanted.count(where: rendition.characteristics.contains)
        })
        let defaults = fitting.filter(\.isDefault)
        let plainest = fitting.with(most: { -others($0) })
        return defaults + plainest.filter { !$0.isDefault }
    }

    /// Automatic selection without a language: DEFAULT, else AUTOSELECT, else the first.
    private static func preferred(_ renditions: [Rendition]) -> Lead? {
        renditions.first(where: \.isDefault).map { ($0, .isDefault) }
            ?? renditions.first(where: \.isAutoselect).map { ($0, .isAutoselect) }
            ?? renditions.first.map { ($0, .first) }
    }
}

extension [Rendition] {
    /// Those that fulfil the condition, unless none does: then all.
    func keeping(where condition: (Rendition) -> Bool) -> [Rendition] {
        let kept = filter(condition)
        return kept.isEmpty ? self : kept
    }

    fileprivate func with(most count: (Rendition) -> Int) -> [Rendition] {
        guard let most = lazy.map(count).max() else { return [] }
        return filter { count($0) == most }
    }
}

extension Rendition {
    /// Undeclared channels count as stereo.
    var channelCount: Int { channels?.count ?? 2 }
    /// May be chosen without being asked for; DEFAULT implies it (section 4.4.6.1).
    fileprivate var isAutomatic: Bool { isAutoselect || isDefault }
    fileprivate var isBinaural: Bool { channels?.usageIndicators.contains("BINAURAL") ?? false }
    fileprivate var isAtmos: Bool { channels?.spatialIdentifiers.contains("JOC") ?? false }
}
