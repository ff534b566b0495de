// Rules about single tags, and about tags together once all are known: section 4.4.6.
extension MultivariantParser {
    mutating func check() throws(PlaylistError) {
        core.tag = nil
        try core.checkVersion()
        try checkGroups()
        try checkGroupMembers()
        try checkClosedCaptions()
        checkScores()
        if core.context.checksAuthoring { checkAuthoring() }
    }

    /// Section 4.4.6.2.1: a variant names groups that exist.
    private mutating func checkGroups() throws(PlaylistError) {
        var groups: Set<Group> = []
        for rendition in playlist.renditions {
            groups.insert(Group(kind: rendition.kind, id: rendition.groupID))
        }
        for (index, variant) in playlist.variants.enumerated() {
            var named: [Group] = []
            if let id = variant.audioGroupID { named.append(Group(kind: .audio, id: id)) }
            if let id = variant.videoGroupID { named.append(Group(kind: .video, id: id)) }
            if let id = variant.subtitlesGroupID { named.append(Group(kind: .subtitles, id: id)) }
            if case .group(let id)? = variant.closedCaptions {
                named.append(Group(kind: .closedCaptions, id: id))
            }
            for group in named where !groups.contains(group) {
                try core.report(
                    .renditionGroup, line: variantLines[index], section: TagName.streamInf.section,
                    "no EXT-X-MEDIA has TYPE=\(group.kind.rawValue) and GROUP-ID '\(group.id)'")
            }
        }
    }

    private struct Group: Hashable {
        var kind: Rendition.Kind
        var id: String
    }

    /// Section 4.4.6.1.1: names are unique in a group, and one member is the default.
    private mutating func checkGroupMembers() throws(PlaylistError) {
        var names: Set<[String]> = []
        var defaults: Set<Group> = []
        for (index, rendition) in playlist.renditions.enumerated() {
            let key = [rendition.kind.rawValue, rendition.groupID, rendition.name]
            if !names.insert(key).inserted {
                try core.report(
                    .renditionGroup, line: renditionLines[index], section: TagName.media.section,
                    "the group '\(rendition.groupID)' has two renditions named '\(rendition.name)'")
            }
            let group = Group(kind: rendition.kind, id: rendition.groupID)
            if rendition.isDefault, !defaults.insert(group).inserted {
                try core.report(
                    .renditionGroup, line: renditionLines[index], section: TagName.media.section,
                    "the group '\(rendition.groupID)' has two renditions with DEFAULT=YES")
            }
        }
    }

    /// Section 4.4.6.2: where one variant has CLOSED-CAPTIONS=NONE, all have.
    private mutating func checkClosedCaptions() throws(PlaylistError) {
        let isNone = playlist.variants.map { $0.closedCaptions == Variant.ClosedCaptions.none }
        guard isNone.contains(true), let index = isNone.firstIndex(of: false) else { return }
        try core.report(
            .closedCaptions, line: variantLines[index], section: TagName.streamInf.section,
            "another variant has CLOSED-CAPTIONS=NONE, which all have to have then")
    }

    private mutating func checkScores() {
        let hasScore = playlist.variants.map { $0.score != nil }
        guard hasScore.contains(true), let index = hasScore.firstIndex(of: false) else { return }
        core.warn(
            .score, line: variantLines[index], section: TagName.streamInf.section,
            "other variants have a SCORE, this one has none")
    }
}

// Rules about one tag.
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
        guard
            playlist.sessionData.contains(where: {
                $0.dataID == data.dataID && $0.language == data.language
            })
        else { return }
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
