// Rules about one tag: section 4.4.6.
extension MultivariantParser {
    mutating func check(_ rendition: Rendition) throws(PlaylistError) {
        switch rendition.kind {
        case .closedCaptions:
            if rendition.uri != nil {
                try core.report(.rendition, "TYPE=CLOSED-CAPTIONS allows no URI")
            }
            try checkInstreamID(rendition.instreamID)
        case .subtitles:
            if rendition.uri == nil { try core.missing(.uri) }
        case .audio, .video: break
        }
        if let id = rendition.instreamID, rendition.kind != .closedCaptions {
            core.need(13, "INSTREAM-ID of a rendition that is no closed captions")
            if id.isEmpty { try core.report(.rendition, "INSTREAM-ID is empty") }
        }
        if core.attributes.contains(where: { $0.name == .forced }), rendition.kind != .subtitles {
            try core.report(.rendition, "FORCED is for TYPE=SUBTITLES only")
        }
        if rendition.isDefault, !rendition.isAutoselect,
            core.attributes.contains(where: { $0.name == .autoselect })
        {
            try core.report(.rendition, "DEFAULT=YES allows no AUTOSELECT=NO")
        }
        try checkID(rendition.stableRenditionID, .stableRenditionID)
        try checkLanguage(rendition.language, .language)
        try checkLanguage(rendition.associatedLanguage, .assocLanguage)
        try checkAudio(rendition)
    }

    /// CHANNELS, BIT-DEPTH and SAMPLE-RATE are about audio.
    private mutating func checkAudio(_ rendition: Rendition) throws(PlaylistError) {
        if let channels = rendition.channels {
            if channels.count == nil {
                try core.report(
                    .attributeValue,
                    "CHANNELS is '\(channels.text)'; it has to begin with a decimal integer")
            }
            let words = channels.spatialIdentifiers + channels.usageIndicators
            for word in words where !word.utf8.allSatisfy(\.isCapitalDigitOrHyphen) {
                try core.report(
                    .attributeValue, "CHANNELS has '\(word)'; it has only A to Z, 0 to 9 and -")
            }
        }
        guard rendition.kind != .audio else { return }
        for name in [AttributeName.channels, .bitDepth, .sampleRate]
        where core.attributes.contains(where: { $0.name == name }) {
            core.warn(.rendition, "\(name.rawValue) is for TYPE=AUDIO only")
        }
    }

    /// RFC 5646: subtags of up to eight letters and digits, the first one of letters.
    mutating func checkLanguage(
        _ language: String?, _ name: AttributeName
    ) throws(PlaylistError) {
        guard let language else { return }
        let tags = language.utf8.split(
            separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isProper =
            tags.allSatisfy { tag in
                (1...8).contains(tag.count)
                    && tag.allSatisfy { $0.isDigit || $0.capital &- 65 < 26 }
            } && tags.first?.contains(where: \.isDigit) == false
        if isProper { return }
        try core.report(
            .attributeValue, "\(name.rawValue) is '\(language)'; it has to be a tag of RFC 5646")
    }

    /// Variants, renditions and what belongs to the session cost more memory than their text.
    mutating func countEntry() throws(PlaylistError) {
        entryCount += 1
        guard entryCount <= core.limits.entries else {
            throw core.error(
                .entryLimit,
                "the playlist has more than \(core.limits.entries) variants, renditions, session data and session keys"
            )
        }
    }

    /// What EXT-X-STREAM-INF and EXT-X-I-FRAME-STREAM-INF have in common.
    mutating func checkCommon(_ variant: Variant) throws(PlaylistError) {
        checkLayout(variant.requiredVideoLayout)
        for attribute in variant.unknownAttributes where attribute.name.hasPrefix("REQ-") {
            core.need(12, "an attribute with the prefix REQ-")
            core.warn(
                .requiredAttribute,
                "players that do not know \(attribute.name) ignore the variant")
        }
        try checkID(variant.stableVariantID, .stableVariantID)
        try checkPathway(variant.pathwayID)
        if let average = variant.averageBandwidth, average > variant.bandwidth {
            core.warn(
                .bandwidth,
                "AVERAGE-BANDWIDTH, \(average), is more than BANDWIDTH, \(variant.bandwidth)")
        }
        for codec in variant.supplementalCodecs where codec.compatibilityBrands.isEmpty {
            core.warn(
                .codecs, "'\(codec.text)' of SUPPLEMENTAL-CODECS has no brand: codec/brand")
        }
        try checkProtection(variant.allowedCPC)
        checkCodecs(variant)
    }

    private mutating func checkCodecs(_ variant: Variant) {
        guard let text = variant.codecsText else { return }
        let codecs = variant.codecs
        let count = text.utf8.count { $0 == UInt8(ascii: ",") } + 1
        if codecs.count < count || codecs.contains(where: { $0.text.utf8.contains(0x20) }) {
            core.warn(.codecs, "CODECS is '\(text)'; it has to be codecs separated by commas")
        }
        if variant.audioGroupID != nil, !codecs.contains(where: { $0.medium != .video }) {
            core.warn(.codecs, "CODECS has none of the audio that the group of AUDIO has")
        }
    }

    /// ALLOWED-CPC: `KEYFORMAT:LABEL/LABEL,…`; a list of no labels is allowed.
    private mutating func checkProtection(_ text: String?) throws(PlaylistError) {
        for entry in text?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
            let labels = entry.utf8.lastIndex(of: UInt8(ascii: ":"))
                .map { entry.utf8[entry.utf8.index(after: $0)...] }
            let isProper = labels?.allSatisfy {
                $0.isCapitalDigitOrHyphen || $0 == UInt8(ascii: "/")
            }
            if isProper == true { continue }
            try core.report(
                .attributeValue, "ALLOWED-CPC has '\(entry)'; it has to be KEYFORMAT:LABEL/LABEL")
        }
    }

    /// Characters of pathways: letters, digits and `. - _`.
    mutating func checkPathway(_ id: String?) throws(PlaylistError) {
        guard let id else { return }
        if id.utf8.allSatisfy({ $0.isVariableName || $0 == UInt8(ascii: ".") }) { return }
        try core.report(.attributeValue, "PATHWAY-ID has only letters, digits and . - _")
    }

    private mutating func checkInstreamID(_ id: String?) throws(PlaylistError) {
        guard let id else { return try core.missing(.instreamID) }
        if let number = id.number(after: "SERVICE"), (1...63).contains(number) {
            return core.need(7, "a SERVICE value of INSTREAM-ID")
        }
        if let number = id.number(after: "CC"), (1...4).contains(number) { return }
        try core.report(
            .rendition, "INSTREAM-ID is '\(id)'; it has to be CC1 to CC4 or SERVICE1 to SERVICE63")
    }

    /// Characters of stable identifiers: letters, digits and `+ / = . - _`.
    mutating func checkID(_ id: String?, _ name: AttributeName) throws(PlaylistError) {
        guard let id else { return }
        let isProper = id.utf8.allSatisfy { byte in
            byte.isVariableName || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
                || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".")
        }
        if isProper { return }
        try core.report(
            .attributeValue, "\(name.rawValue) has only letters, digits and + / = . - _")
    }

    mutating func checkLayout(_ layout: String?) {
        guard let layout else { return }
        core.need(12, "the attribute REQ-VIDEO-LAYOUT")
        if VideoLayout.list(layout) == nil {
            core.warn(
                .videoLayout,
                "REQ-VIDEO-LAYOUT is '\(layout)', which has a specifier that is not known")
        }
    }

    /// EXT-X-I-FRAME-STREAM-INF has no attributes about what plays along.
    mutating func checkForbiddenOfIFrames() throws(PlaylistError) {
        for name in [AttributeName.frameRate, .audio, .subtitles, .closedCaptions]
        where core.attributes.contains(where: { $0.name == name }) {
            try core.report(
                .forbiddenAttribute, "EXT-X-I-FRAME-STREAM-INF allows no \(name.rawValue)")
        }
    }

    mutating func checkUnique(_ data: SessionData) throws(PlaylistError) {
        let isNew = knownData.insert([data.dataID, data.language].map { $0 ?? "" }).inserted
        if isNew { return }
        try core.report(
            .sessionData, "another EXT-X-SESSION-DATA has the same DATA-ID and LANGUAGE")
    }
}

extension String {
    /// The number that follows a prefix and ends the text.
    fileprivate func number(after prefix: String) -> Int? {
        guard hasPrefix(prefix) else { return nil }
        let digits = utf8.dropFirst(prefix.utf8.count)
        return digits.allSatisfy(\.isDigit) ? Int(Substring(digits)) : nil
    }
}

extension UInt8 {
    /// [A-Z0-9-]
    fileprivate var isCapitalDigitOrHyphen: Bool {
        isDigit || self &- 65 < 26 || self == UInt8(ascii: "-")
    }
}
