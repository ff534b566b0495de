// EXT-X-MEDIA and the session tags: section 4.4.6.
extension MultivariantParser {
    mutating func readMedia(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        try countEntry()
        let kinds = Rendition.Kind.allCases.map(\.rawValue)
        guard let type = try core.word(.type, among: kinds) else {
            return try core.missing(.type)
        }
        guard let kind = Rendition.Kind(rawValue: type) else {
            return try core.report(
                .rendition,
                "TYPE is '\(type)'; it has to be AUDIO, VIDEO, SUBTITLES or CLOSED-CAPTIONS")
        }
        var rendition = Rendition(
            kind: kind, groupID: try required(.groupID), name: try required(.name))
        rendition.language = try core.string(.language)
        rendition.associatedLanguage = try core.string(.assocLanguage)
        rendition.uri = try core.string(.uri)
        rendition.isDefault = try core.flag(.default)
        rendition.isAutoselect = try core.flag(.autoselect)
        rendition.isForced = try core.flag(.forced)
        rendition.instreamID = try core.string(.instreamID)
        rendition.characteristics =
            try core.string(.characteristics)?.split(separator: ",").map(String.init) ?? []
        rendition.channels = try core.string(.channels).map { Channels($0) }
        rendition.bitDepth = try core.integer(.bitDepth)
        rendition.sampleRate = try core.integer(.sampleRate)
        rendition.stableRenditionID = try core.string(.stableRenditionID)
        rendition.unknownAttributes = core.unknownAttributes()
        try check(rendition)
        renditionLines.append(core.line)
        playlist.renditions.append(rendition)
    }

    private mutating func required(_ name: AttributeName) throws(PlaylistError) -> String {
        if let value = try core.string(name) { return value }
        try core.missing(name)
        return ""
    }

    mutating func readSessionData(_ value: TextRange) throws(PlaylistError) {
        try core.readAttributes(value)
        try countEntry()
        guard let dataID = try core.string(.dataID) else { return try core.missing(.dataID) }
        var data = SessionData(dataID: dataID)
        data.value = try core.string(.value)
        data.uri = try core.string(.uri)
        if let format = try core.knownWord(.format, among: ["JSON", "RAW"]) {
            data.format = SessionData.Format(format)
        }
        data.language = try core.string(.language)
        data.unknownAttributes = core.unknownAttributes()
        if (data.value == nil) == (data.uri == nil) {
            try core.report(.sessionData, "EXT-X-SESSION-DATA needs either VALUE or URI")
        }
        try checkUnique(data)
        playlist.sessionData.append(data)
    }

    mutating func readSessionKey(_ value: TextRange) throws(PlaylistError) {
        guard let key = try core.readKey(value) else { return }
        guard key.method != .none else {
            return try core.report(.keyMethod, "EXT-X-SESSION-KEY does not allow METHOD=NONE")
        }
        try countEntry()
        if !knownKeys.insert(key).inserted {
            try core.report(.sessionKey, "another EXT-X-SESSION-KEY has the same attributes")
        }
        playlist.sessionKeys.append(key)
    }

    mutating func readContentSteering(_ value: TextRange) throws(PlaylistError) {
        guard try core.isFirst(.contentSteering) else { return }
        try core.readAttributes(value)
        guard let uri = try core.string(.serverURI) else { return try core.missing(.serverURI) }
        let pathway = try core.string(.pathwayID)
        try checkPathway(pathway)
        playlist.contentSteering = ContentSteering(
            serverURI: uri, pathwayID: pathway, unknownAttributes: core.unknownAttributes())
    }
}
