/// Reads a multivariant playlist.
struct MultivariantParser {
    var core: ParserCore
    var playlist = MultivariantPlaylist()
    /// EXT-X-STREAM-INF, before the line with its address.
    var pending: Variant?
    // Lines of what is checked at the end.
    var pendingLine = 0
    var variantLines: [Int] = []
    var iFrameLines: [Int] = []
    var renditionLines: [Int] = []
    // What may stand once only.
    var knownKeys: Set<Key> = []
    var knownData: Set<[String]> = []
    /// What ``PlaylistLimits/entries`` counts.
    var entryCount = 0

    private init(core: ParserCore) {
        self.core = core
    }

    static func playlist(from core: ParserCore) throws(PlaylistError) -> MultivariantPlaylist {
        var parser = MultivariantParser(core: core)
        while let line = try parser.core.nextLine() {
            try parser.read(line)
        }
        return try parser.finish()
    }

    private mutating func read(_ line: Line) throws(PlaylistError) {
        switch line {
        case .blank, .comment: break
        case .uri(let uri): try endVariant(uri)
        case .unknownTag(let name, let value): core.keep(name, value, at: playlist.variants.count)
        case .tag(let tag, let value):
            if let variant = pending {
                pending = nil
                core.tag = .streamInf
                try core.report(
                    .variantWithoutURI,
                    "the line after EXT-X-STREAM-INF has to be the variant's URI")
                core.tag = tag
                if tag != .streamInf { pending = variant }
            }
            try read(tag, value)
        }
    }

    private mutating func read(_ tag: TagName, _ value: TextRange) throws(PlaylistError) {
        switch tag {
        case .streamInf: try readStreamInf(value)
        case .media: try readMedia(value)
        case .iFrameStreamInf: try readIFrameStreamInf(value)
        case .sessionData: try readSessionData(value)
        case .sessionKey: try readSessionKey(value)
        case .contentSteering: try readContentSteering(value)
        case .extm3u, .version, .independentSegments, .start, .define:
            try core.readCommon(tag, value)
        default:
            try core.report(
                .mixedKinds, section: "4.1",
                "\(tag.rawValue) does not belong into a multivariant playlist; it is ignored")
        }
    }

    private mutating func endVariant(_ uri: TextRange) throws(PlaylistError) {
        guard var variant = pending else {
            core.tag = .streamInf
            return try core.report(
                .uriWithoutVariant, "no EXT-X-STREAM-INF stands before this URI; it is ignored")
        }
        variant.uri = core.text.string(uri)
        playlist.variants.append(variant)
        variantLines.append(pendingLine)
        pending = nil
    }

    private mutating func finish() throws(PlaylistError) -> MultivariantPlaylist {
        if pending != nil {
            core.tag = .streamInf
            try core.report(.variantWithoutURI, "the last EXT-X-STREAM-INF has no URI after it")
        }
        guard !playlist.isEmpty else {
            core.tag = .streamInf
            throw core.error(.missingTag, "the multivariant playlist has nothing that can be read")
        }
        try check()
        playlist.version = core.version
        playlist.hasIndependentSegments = core.hasIndependentSegments
        playlist.start = core.start
        playlist.definitions = core.definitions
        playlist.unknownTags = core.unknownTags
        playlist.diagnostics = core.diagnostics
        return playlist
    }

    private mutating func readStreamInf(_ value: TextRange) throws(PlaylistError) {
        var variant = try readVariant(value)
        variant.frameRate = try core.number(.frameRate)
        variant.audioGroupID = try core.string(.audio)
        variant.subtitlesGroupID = try core.string(.subtitles)
        variant.closedCaptions = try closedCaptions()
        variant.name = try core.string(.name)
        variant.unknownAttributes = core.unknownAttributes()
        if variant.codecsText == nil {
            core.warn(.codecs, "the variant has no CODECS: a player cannot tell if it can play it")
        }
        try checkCommon(variant)
        pending = variant
        pendingLine = core.line
    }

    private mutating func readIFrameStreamInf(_ value: TextRange) throws(PlaylistError) {
        var common = try readVariant(value)
        guard let uri = try core.string(.uri) else { return try core.missing(.uri) }
        common.unknownAttributes = core.unknownAttributes()
        try checkCommon(common)
        try checkForbiddenOfIFrames()
        iFrameLines.append(core.line)
        playlist.iFrameVariants.append(IFrameVariant(common, uri: uri))
    }

    /// Reads the attributes that both kinds of variant have.
    private mutating func readVariant(_ value: TextRange) throws(PlaylistError) -> Variant {
        try core.readAttributes(value)
        try countEntry()
        var variant = Variant(uri: "", bandwidth: try bandwidth())
        variant.averageBandwidth = try core.integer(.averageBandwidth)
        variant.score = try core.number(.score)
        variant.codecsText = try core.string(.codecs)
        variant.supplementalCodecs = try supplementalCodecs()
        variant.resolution = try core.resolution(.resolution)
        variant.hdcpLevel = try core.knownWord(
            .hdcpLevel, among: ["NONE", "TYPE-0", "TYPE-1"])
        variant.allowedCPC = try core.string(.allowedCPC)
        variant.videoRange = try core.knownWord(.videoRange, among: ["SDR", "HLG", "PQ"])
            .map { VideoRange($0) }
        variant.requiredVideoLayout = try core.string(.reqVideoLayout)
        variant.stableVariantID = try core.string(.stableVariantID)
        variant.pathwayID = try core.string(.pathwayID)
        variant.videoGroupID = try core.string(.video)
        variant.programID = try core.integer(.programID)
        return variant
    }

    private mutating func bandwidth() throws(PlaylistError) -> Int {
        if let bandwidth = try core.integer(.bandwidth) { return bandwidth }
        try core.missing(.bandwidth)
        return 0
    }

    private mutating func supplementalCodecs() throws(PlaylistError) -> [SupplementalCodec] {
        try core.string(.supplementalCodecs).map { SupplementalCodec.list($0) } ?? []
    }

    private mutating func closedCaptions() throws(PlaylistError) -> Variant.ClosedCaptions? {
        guard let attribute = core.take(.closedCaptions) else { return nil }
        if attribute.isQuoted { return .group(core.text.string(attribute.value)) }
        if core.text.equals(attribute.value, "NONE") { return Variant.ClosedCaptions.none }
        try core.badValue(.closedCaptions, attribute.value, "NONE or a group in quotes")
        if core.text.equalsIgnoringCase(attribute.value, "NONE") {
            return Variant.ClosedCaptions.none
        }
        return .group(core.text.string(attribute.value))
    }
}

extension MultivariantPlaylist {
    /// Whether nothing in the playlist says that it is a multivariant one.
    fileprivate var isEmpty: Bool {
        variants.isEmpty && iFrameVariants.isEmpty && renditions.isEmpty && sessionData.isEmpty
            && sessionKeys.isEmpty && contentSteering == nil
    }
}

extension IFrameVariant {
    /// Takes over what a variant of I-frames has in common with one of all frames.
    fileprivate init(_ common: Variant, uri: String) {
        self.init(uri: uri, bandwidth: common.bandwidth)
        averageBandwidth = common.averageBandwidth
        score = common.score
        codecsText = common.codecsText
        supplementalCodecs = common.supplementalCodecs
        resolution = common.resolution
        hdcpLevel = common.hdcpLevel
        allowedCPC = common.allowedCPC
        videoRange = common.videoRange
        requiredVideoLayout = common.requiredVideoLayout
        stableVariantID = common.stableVariantID
        pathwayID = common.pathwayID
        videoGroupID = common.videoGroupID
        programID = common.programID
        unknownAttributes = common.unknownAttributes
    }
}
