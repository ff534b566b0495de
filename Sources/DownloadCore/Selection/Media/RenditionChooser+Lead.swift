internal import HLSPlaylist

// What decides: what was asked for, languages, marks, characteristics.
extension RenditionChooser {
    /// What was asked for, else a preferred language. Nil: neither is there.
    func lead(
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

    /// A mark of one rendition is the reason for another one only by its language.
    static func reason(
        _ reason: RenditionReason, of lead: Rendition, for chosen: Rendition
    ) -> RenditionReason {
        switch reason {
        case .isDefault where !chosen.isDefault, .isAutoselect where !chosen.isAutoselect,
            .first where chosen.name != lead.name:
            .languageOf(lead.name, reason)
        case .instead(let asked, let done):
            .instead(of: asked, Self.reason(done, of: lead, for: chosen))
        default: reason
        }
    }

    func instead(of choice: MediaSelection.Choice, _ lead: Lead) -> Lead {
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

    func isExplicit(_ choice: MediaSelection.Choice) -> Bool {
        if case .criteria = choice { true } else { false }
    }

    func characteristics(wantedBy choice: MediaSelection.Choice) -> [String] {
        if case .criteria(let criteria) = choice, !criteria.characteristics.isEmpty {
            return criteria.characteristics
        }
        return preferences.characteristics
    }

    /// The rendition nearest to the first of the languages that there is one for.
    func nearest(
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
    func refined(_ renditions: [Rendition], wanting wanted: [String]) -> [Rendition] {
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
    static func preferred(_ renditions: [Rendition]) -> Lead? {
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

    func with(most count: (Rendition) -> Int) -> [Rendition] {
        guard let most = lazy.map(count).max() else { return [] }
        return filter { count($0) == most }
    }
}

extension Rendition {
    /// Undeclared channels count as stereo.
    var channelCount: Int { channels?.count ?? 2 }
    /// May be chosen without being asked for; DEFAULT implies it (section 4.4.6.1).
    var isAutomatic: Bool { isAutoselect || isDefault }
    var isBinaural: Bool { channels?.usageIndicators.contains("BINAURAL") ?? false }
    var isAtmos: Bool { channels?.spatialIdentifiers.contains("JOC") ?? false }
}
