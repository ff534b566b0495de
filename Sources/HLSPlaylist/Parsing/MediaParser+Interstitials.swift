// Date ranges that are interstitials: appendix D.2.
extension MediaParser {
    /// Checks a date range with the class of interstitials. A further tag with the same ID has a
    /// class too, and need not name the content again: see the check of all date ranges.
    mutating func checkInterstitial(_ range: DateRange) throws(PlaylistError) {
        guard range.rangeClass == Interstitial.rangeClass else { return }
        for attribute in range.clientAttributes {
            switch attribute.name {
            case "X-ASSET-URI", "X-ASSET-LIST": try checkText(attribute)
            case "X-RESUME-OFFSET": try checkNumber(attribute, isSigned: true)
            case "X-PLAYOUT-LIMIT", "X-SKIP-CONTROL-OFFSET", "X-SKIP-CONTROL-DURATION":
                try checkNumber(attribute, isSigned: false)
            case "X-SNAP": try check(attribute, Interstitial.Snap.self)
            case "X-RESTRICT": try check(attribute, Interstitial.Restriction.self)
            case "X-TIMELINE-OCCUPIES":
                try check(attribute, Interstitial.TimelineOccupation.self)
            case "X-TIMELINE-STYLE": try check(attribute, Interstitial.TimelineStyle.self)
            case "X-CONTENT-MAY-VARY": try check(attribute, words: ["YES", "NO"])
            case "X-SKIP-CONTROL-LABEL-ID": try checkLabel(attribute)
            default: break
            }
        }
    }

    /// Checks that an interstitial has one content.
    mutating func checkContent(of range: DateRange, at line: Int) throws(PlaylistError) {
        guard range.rangeClass == Interstitial.rangeClass else { return }
        let count = range.clientAttributes.count {
            $0.name == "X-ASSET-URI" || $0.name == "X-ASSET-LIST"
        }
        if count == 1 { return }
        try core.report(
            .interstitial, line: line, section: Self.interstitialSection,
            "the interstitial '\(range.id)' needs one of X-ASSET-URI and X-ASSET-LIST, found \(count)"
        )
    }

    private static let interstitialSection = "D.2"

    private mutating func fault(
        _ attribute: ClientAttribute, _ wanted: String
    ) throws(PlaylistError) {
        try core.report(
            .interstitial, section: Self.interstitialSection,
            "\(attribute.name) has to be \(wanted)")
    }

    private mutating func checkText(_ attribute: ClientAttribute) throws(PlaylistError) {
        if case .string(let text) = attribute.value, !text.isEmpty { return }
        try fault(attribute, "an address in quotes")
    }

    private mutating func checkNumber(
        _ attribute: ClientAttribute, isSigned: Bool
    ) throws(PlaylistError) {
        if case .number(let number) = attribute.value, isSigned || number >= 0 { return }
        try fault(attribute, isSigned ? "a number of seconds" : "a number of seconds without sign")
    }

    private mutating func check<Word: RawRepresentable<String> & CaseIterable>(
        _ attribute: ClientAttribute, _: Word.Type
    ) throws(PlaylistError) {
        try check(attribute, words: Word.allCases.map(\.rawValue))
    }

    /// Words that are not known are ignored by players: they may be those of a later version.
    private mutating func check(
        _ attribute: ClientAttribute, words: [String]
    ) throws(PlaylistError) {
        let wanted = words.joined(separator: " or ")
        guard case .string(let text) = attribute.value else {
            return try fault(attribute, "\(wanted), in quotes")
        }
        let found = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let odd = found.first(where: { !words.contains(String($0)) }) else { return }
        core.warn(
            .interstitial, section: Self.interstitialSection,
            "\(attribute.name) has '\(odd)', which is not known; it has \(wanted)")
    }

    private mutating func checkLabel(_ attribute: ClientAttribute) throws(PlaylistError) {
        let isProper: (UInt8) -> Bool = { byte in
            byte.capital &- 65 < 26 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        if case .string(let text) = attribute.value, text.utf8.allSatisfy(isProper) { return }
        try fault(attribute, "letters, - and _, in quotes")
    }
}
