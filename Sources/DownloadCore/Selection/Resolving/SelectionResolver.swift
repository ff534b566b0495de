internal import HLSPlaylist

/// Turns requests into variants and renditions of one playlist.
struct SelectionResolver {
    let field: VariantField
    let preferences: SelectionPreferences

    init(
        _ playlist: MultivariantPlaylist, playableBy capabilities: DeviceCapabilities?,
        preferences: SelectionPreferences
    ) {
        field = VariantField(
            playlist, playableBy: capabilities, onPathway: preferences.pathwayID)
        self.preferences = preferences
    }

    /// Resolves the requests in order.
    ///
    /// - Parameters:
    ///   - requests: the primary one first; at least one.
    ///   - sharesVideo: later ones take video that earlier ones have, where they may.
    /// - Throws: ``SelectionError`` when there is nothing to choose from and no explicit variant.
    func resolve(
        _ requests: [ContentRequest], sharesVideo: Bool
    ) throws(SelectionError) -> ResolvedSelection {
        precondition(!requests.isEmpty, "a download has primary content")
        var parts: [SelectedContent] = []
        for request in requests {
            let videos = sharesVideo ? Set(parts.map(\.content.variant.uri)) : []
            parts.append(try select(request, sharing: videos))
        }
        return ResolvedSelection(
            contents: parts.map(\.content), excluded: field.excluded,
            selection: Selection(parts, of: field))
    }

    private func select(
        _ request: ContentRequest, sharing videos: Set<String>
    ) throws(SelectionError) -> SelectedContent {
        guard let match = variant(for: request, sharing: videos) else {
            throw field.excluded.isEmpty ? .noVariants : .nothingPlayable(field.excluded)
        }
        let siblings = siblings(of: match)
        let (renditions, streams) = renditions(for: request, siblings, of: match.index)
        return SelectedContent(
            content: ResolvedContent(
                variant: field.variants[match.index], alternates: field.alternates(of: match.index),
                reason: match.reason, renditions: renditions),
            index: match.index, siblings: siblings, streams: streams)
    }
}

// MARK: - The variant

extension SelectionResolver {
    private struct Match {
        var index: Int
        var reason: VariantReason
        /// The variants that the demand allows for the sound; nil: all.
        var allowed: [Int]?
        var isExplicit = false
    }

    private func variant(for request: ContentRequest, sharing videos: Set<String>) -> Match? {
        var unmatched: [String] = []
        for step in request.steps {
            if case .variant(let wanted)? = step.qualifier?.demand {
                guard let index = place(of: wanted) else {
                    unmatched.append(wanted.label)
                    continue
                }
                let reason = VariantReason(
                    rule: .askedFor, candidateCount: 1, undeclaredCount: 0, decisive: [], equals: 1,
                    unmatched: unmatched)
                return Match(index: index, reason: reason, allowed: [index], isExplicit: true)
            }
            let demand = Demand(step.qualifier)
            let matching = demand.matches(among: field.candidates, of: field.variants)
            var ranking = step.ranking
            if !videos.isEmpty { ranking.criteria.insert(.sharedVideo, at: 0) }
            guard
                let choice = ranking.choose(
                    among: matching.best, of: field.variants,
                    isShared: { field.member(like: $0, at: videos) != nil })
            else {
                if let words = demand.words { unmatched.append(words) }
                continue
            }
            return Match(
                index: field.member(like: choice.index, at: videos) ?? choice.index,
                reason: VariantReason(
                    rule: demand.rule, condition: demand.condition,
                    candidateCount: matching.candidateCount,
                    undeclaredCount: matching.all.count - matching.candidateCount,
                    decisive: choice.decisive.map(\.words), equals: choice.equals,
                    unmatched: unmatched),
                allowed: demand.allowed(matching))
        }
        return nil
    }

    /// An explicit variant, playable or not: as it was, else in its new version.
    private func place(of wanted: AssetVariant) -> Int? {
        field.variants.firstIndex(of: wanted)
            ?? field.candidates.first { field.variants[$0].isSame(as: wanted) }
            ?? field.variants.firstIndex { $0.isSame(as: wanted) }
    }

    /// The variants of the same media playlist: one video listed with several groups of audio. All
    /// their groups go with it, but for what the demand says of the sound.
    private func siblings(of match: Match) -> [Int] {
        if match.isExplicit { return [match.index] }
        let uri = field.variants[match.index].uri
        let allowed = match.allowed.map { Set($0) }
        return field.playable.filter { index in
            guard field.variants[index].uri == uri else { return false }
            guard let allowed, let candidate = field.candidate[index] else { return true }
            return allowed.contains(candidate)
        }
    }

    /// A qualifier, taken apart.
    private struct Demand {
        var rule = VariantReason.Rule.automatic
        /// What the candidates have to fulfil, in words.
        var condition: String?
        var words: String?
        private var conditionIsAboutAudio = false
        private var test: (AssetVariant) -> Bool = { _ in true }

        init(_ qualifier: AssetVariantQualifier?) {
            switch qualifier?.demand {
            case .predicate(let predicate)?: use(predicate)
            case .minimum(let key, let predicate)?:
                rule = .least(key)
                use(predicate)
            case .maximum(let key, let predicate)?:
                rule = .greatest(key)
                use(predicate)
            case .closure(let test)?:
                self.test = test.test
                // Nobody knows what it looks at.
                conditionIsAboutAudio = true
                condition = test.name
            case .variant?, nil: break
            }
            words =
                switch rule {
                case .least(let key), .greatest(let key):
                    condition ?? "a declared \(key.rawValue)"
                case .automatic, .askedFor: condition
                }
        }

        private mutating func use(_ predicate: VariantPredicate) {
            guard predicate != .always else { return }
            test = predicate.matches
            conditionIsAboutAudio = predicate.isAboutAudio
            condition = predicate.text
        }

        struct Matching {
            /// What fulfils the condition.
            var all: [Int]
            /// Those of it with the extreme value, if one is asked for.
            var best: [Int]
            /// How many there were to choose from: those that declare the value.
            var candidateCount: Int
        }

        func matches(among candidates: [Int], of variants: [AssetVariant]) -> Matching {
            let matching = candidates.filter { test(variants[$0]) }
            switch rule {
            case .automatic, .askedFor:
                return Matching(all: matching, best: matching, candidateCount: matching.count)
            case .least(let key): return extreme(of: matching, key, variants, sign: -1)
            case .greatest(let key): return extreme(of: matching, key, variants, sign: 1)
            }
        }

        private func extreme(
            of matching: [Int], _ key: NumberKey, _ variants: [AssetVariant], sign: Double
        ) -> Matching {
            let declared = matching.compactMap { index in
                key.declaredValue(in: variants[index]).map { (index: index, value: sign * $0) }
            }
            let most = declared.map(\.value).max()
            return Matching(
                all: matching, best: declared.filter { $0.value == most }.map(\.index),
                candidateCount: declared.count)
        }

        /// Of what matches, the variants whose sound is meant; nil: nothing is said of sound.
        func allowed(_ matching: Matching) -> [Int]? {
            switch rule {
            case .least(let key), .greatest(let key):
                if VariantKey.number(key).isOfAudio { return matching.best }
            case .automatic, .askedFor: break
            }
            return conditionIsAboutAudio ? matching.all : nil
        }
    }
}
