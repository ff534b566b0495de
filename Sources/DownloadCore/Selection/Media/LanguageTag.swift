/// A language tag (BCP 47), to be matched with what a viewer prefers.
///
/// Matching is lookup, RFC 4647 section 3.4: the wanted tag is shortened from its end until a tag
/// of the playlist is equal to it. At each length a longer tag that begins with it counts too, but
/// less (section 3.3.1, basic filtering), so that `fr` finds `fr-CA`. Subtags of one letter go with
/// the one behind them.
package struct LanguageTag: Sendable, Hashable {
    /// In lower case; the language in its shortest code.
    package let subtags: [String]

    /// Reads `zh-Hant-TW`, and `zh_Hant_TW` as well.
    package init(_ text: String) {
        var subtags = text.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        // `zh-yue` is `yue`: an extended language stands for itself, RFC 5646 section 4.5.
        if subtags.count > 1, subtags[1].isLanguageExtension { subtags.removeFirst() }
        if let language = subtags.first { subtags[0] = Self.shortest[language] ?? language }
        self.subtags = subtags
    }

    /// The subtag of four letters behind the language; where there is none, what the region
    /// implies (CLDR likelySubtags for Chinese, the language that is written in two ways by region).
    package var script: String? {
        if let script = subtags.dropFirst().first(where: \.isScript) { return script }
        guard subtags.first == "zh" else { return nil }
        if subtags.contains(where: ["tw", "hk", "mo"].contains) { return "hant" }
        return subtags.contains(where: ["cn", "sg"].contains) ? "hans" : nil
    }

    /// How far this tag is from the one wanted: 0 is the same, nil is another language.
    /// - Parameter ignoresScript: for speech, which has none.
    package func distance(from wanted: LanguageTag, ignoresScript: Bool) -> Int? {
        guard let language = subtags.first, language == wanted.subtags.first else { return nil }
        if !ignoresScript, let script, let other = wanted.script, script != other { return nil }
        var range = wanted.subtags[...]
        var distance = 0
        while !range.isEmpty {
            if range.elementsEqual(subtags) { return distance }
            if subtags.starts(with: range) { return distance + 1 }
            repeat { range.removeLast() } while range.last?.count == 1
            distance += 2
        }
        return nil
    }

    /// Codes that are met in playlists and have a shorter or a newer one: IANA language subtag
    /// registry, ISO 639-2 (both its bibliographic and its terminological codes).
    private static let shortest = [
        "iw": "he", "in": "id", "ji": "yi", "cmn": "zh", "ara": "ar", "ces": "cs", "chi": "zh",
        "cze": "cs", "dan": "da", "deu": "de", "dut": "nl", "ell": "el", "eng": "en", "fin": "fi",
        "fra": "fr", "fre": "fr", "ger": "de", "gre": "el", "heb": "he", "hin": "hi", "hun": "hu",
        "ind": "id", "ita": "it", "jpn": "ja", "kor": "ko", "nld": "nl", "nor": "no", "pol": "pl",
        "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "spa": "es", "swe": "sv", "tha": "th",
        "tur": "tr", "ukr": "uk", "vie": "vi", "zho": "zh",
    ]
}

extension LanguageTag {
    /// Where in a list of wanted languages a tag stands: the earlier language first, then the
    /// nearer tag.
    struct Rank: Sendable, Hashable, Comparable {
        var language: Int
        var distance: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.language, one.distance) < (other.language, other.distance)
        }
    }

    /// Nil when none of the wanted languages is this one.
    func rank(among wanted: [LanguageTag], ignoresScript: Bool) -> Rank? {
        for (index, language) in wanted.enumerated() {
            if let distance = distance(from: language, ignoresScript: ignoresScript) {
                return Rank(language: index, distance: distance)
            }
        }
        return nil
    }
}

extension String {
    fileprivate var isScript: Bool { utf8.count == 4 && utf8.allSatisfy(\.isLetter) }
    fileprivate var isLanguageExtension: Bool { utf8.count == 3 && utf8.allSatisfy(\.isLetter) }
}

extension UInt8 {
    /// Of ASCII, in lower case.
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
