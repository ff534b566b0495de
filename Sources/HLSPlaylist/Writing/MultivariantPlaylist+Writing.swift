extension MultivariantPlaylist {
    /// The playlist as text. Read again, it gives an equal value.
    ///
    /// Lines end in LF. Tags that the library does not know stand before the variant that they
    /// stood before.
    public func written() -> [UInt8] {
        var writer = PlaylistWriter()
        writer.tag(.extm3u)
        if version != 1 { writer.tag(.version, String(version)) }
        writer.write(definitions)
        if hasIndependentSegments { writer.tag(.independentSegments) }
        if let start { writer.write(start) }
        if let contentSteering { writer.write(contentSteering) }
        for data in sessionData { writer.write(data) }
        for key in sessionKeys { writer.write(key, as: .sessionKey) }
        for rendition in renditions { writer.write(rendition) }
        var tags = unknownTags.sortedIfNeeded { $0.position < $1.position }[...]
        for (index, variant) in variants.enumerated() {
            while let tag = tags.first, tag.position <= index {
                writer.unknown(tag)
                tags.removeFirst()
            }
            writer.write(variant)
        }
        for tag in tags { writer.unknown(tag) }
        for variant in iFrameVariants { writer.write(variant) }
        return writer.bytes
    }
}

extension PlaylistWriter {
    fileprivate mutating func write(_ steering: ContentSteering) {
        beginTag(.contentSteering)
        quoted(.serverURI, steering.serverURI)
        quoted(.pathwayID, steering.pathwayID)
        unknown(steering.unknownAttributes)
        endLine()
    }

    fileprivate mutating func write(_ data: SessionData) {
        beginTag(.sessionData)
        quoted(.dataID, data.dataID)
        quoted(.value, data.value)
        quoted(.uri, data.uri)
        if data.format != .json { word(.format, data.format.text) }
        quoted(.language, data.language)
        unknown(data.unknownAttributes)
        endLine()
    }

    fileprivate mutating func write(_ rendition: Rendition) {
        beginTag(.media)
        word(.type, rendition.kind.rawValue)
        quoted(.groupID, rendition.groupID)
        quoted(.name, rendition.name)
        quoted(.language, rendition.language)
        quoted(.assocLanguage, rendition.associatedLanguage)
        flag(.default, rendition.isDefault)
        flag(.autoselect, rendition.isAutoselect)
        flag(.forced, rendition.isForced)
        quoted(.instreamID, rendition.instreamID)
        let characteristics = rendition.characteristics.joined(separator: ",")
        quoted(.characteristics, characteristics.isEmpty ? nil : characteristics)
        quoted(.channels, rendition.channels?.text)
        integer(.bitDepth, rendition.bitDepth)
        integer(.sampleRate, rendition.sampleRate)
        quoted(.stableRenditionID, rendition.stableRenditionID)
        quoted(.uri, rendition.uri)
        unknown(rendition.unknownAttributes)
        endLine()
    }

    fileprivate mutating func write(_ variant: Variant) {
        beginTag(.streamInf)
        integer(.programID, variant.programID)
        integer(.bandwidth, variant.bandwidth)
        integer(.averageBandwidth, variant.averageBandwidth)
        number(.score, variant.score)
        quoted(.codecs, variant.codecsText)
        quoted(.supplementalCodecs, variant.supplementalCodecs.text)
        word(.resolution, variant.resolution?.text)
        number(.frameRate, variant.frameRate)
        word(.hdcpLevel, variant.hdcpLevel)
        quoted(.allowedCPC, variant.allowedCPC)
        word(.videoRange, variant.videoRange?.text)
        quoted(.reqVideoLayout, variant.requiredVideoLayout)
        quoted(.stableVariantID, variant.stableVariantID)
        quoted(.pathwayID, variant.pathwayID)
        quoted(.audio, variant.audioGroupID)
        quoted(.video, variant.videoGroupID)
        quoted(.subtitles, variant.subtitlesGroupID)
        switch variant.closedCaptions {
        case .some(.none): word(.closedCaptions, "NONE")
        case .group(let group): quoted(.closedCaptions, group)
        case nil: break
        }
        quoted(.name, variant.name)
        unknown(variant.unknownAttributes)
        endLine()
        line(variant.uri)
    }

    fileprivate mutating func write(_ variant: IFrameVariant) {
        beginTag(.iFrameStreamInf)
        integer(.programID, variant.programID)
        integer(.bandwidth, variant.bandwidth)
        integer(.averageBandwidth, variant.averageBandwidth)
        number(.score, variant.score)
        quoted(.codecs, variant.codecsText)
        quoted(.supplementalCodecs, variant.supplementalCodecs.text)
        word(.resolution, variant.resolution?.text)
        word(.hdcpLevel, variant.hdcpLevel)
        quoted(.allowedCPC, variant.allowedCPC)
        word(.videoRange, variant.videoRange?.text)
        quoted(.reqVideoLayout, variant.requiredVideoLayout)
        quoted(.stableVariantID, variant.stableVariantID)
        quoted(.pathwayID, variant.pathwayID)
        quoted(.video, variant.videoGroupID)
        quoted(.uri, variant.uri)
        unknown(variant.unknownAttributes)
        endLine()
    }
}

extension Resolution {
    /// `1920x1080`
    var text: String { "\(width)x\(height)" }
}

extension [SupplementalCodec] {
    /// Nil when there is none.
    fileprivate var text: String? {
        isEmpty ? nil : map(\.text).joined(separator: ",")
    }
}
