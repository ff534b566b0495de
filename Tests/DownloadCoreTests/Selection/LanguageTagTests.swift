import DownloadCore
import Testing

@Suite struct `A language tag` {
    @Test(arguments: [
        ("fr", "fr", 0), ("FR-ca", "fr-CA", 0), ("fr_CA", "fr-CA", 0), ("fr-CA", "fr", 2),
        ("fr", "fr-CA", 1), ("fr-FR", "fr-CA", 3), ("fr-FR", "en", nil), ("fr", "frr", nil),
        ("de-CH-1901", "de-CH", 2), ("de-CH-1901", "de", 4),
        // A subtag of one letter goes with the one behind it, RFC 4647 section 3.4.
        ("zh-Hant-CN-x-private", "zh-Hant-CN", 2), ("zh-Hant-CN-x-private", "zh-Hant", 4),
        // Written in another script it cannot be read.
        ("zh-Hant", "zh-Hans", nil), ("zh-TW", "zh-Hans", nil), ("zh-TW", "zh-CN", nil),
        ("zh-Hant-TW", "zh-HK", 5), ("zh-CN", "zh-Hans", 3), ("zh-TW", "zh", 2),
        ("sr-Latn", "sr-Cyrl", nil), ("sr-Latn", "sr", 2),
        // Other codes of the same language.
        ("fr", "fra", 0), ("ger", "deu", 0), ("he", "iw", 0), ("zh", "cmn-Hans", 1),
        ("yue", "zh-yue", 0), ("es-419", "es-MX", 3), ("", "fr", nil), ("fr", "", nil),
    ])
    func `is as far from the wanted one as lookup says`(
        wanted: String, found: String, distance: Int?
    ) {
        let tag = LanguageTag(found)
        #expect(tag.distance(from: LanguageTag(wanted), ignoresScript: false) == distance)
    }

    @Test(arguments: [("zh-TW", "zh-CN", 3), ("zh-Hant", "zh-Hans", 3), ("sr-Latn", "sr-Cyrl", 3)])
    func `has no script when it is spoken`(wanted: String, found: String, distance: Int) {
        let tag = LanguageTag(found)
        #expect(tag.distance(from: LanguageTag(wanted), ignoresScript: true) == distance)
    }
}
