// Rules about tags together, checked once all are known: section 4.4.6.
extension MultivariantParser {
    mutating func check() throws(PlaylistError) {
        core.tag = nil
        try core.checkVersion()
        try checkGroups()
        try checkGroupMembers()
        checkGroupsOfOneType()
        checkAutoselect()
        try checkClosedCaptions()
        checkScores()
        checkSteering()
        if core.context.checksAuthoring { checkAuthoring() }
    }

    /// Section 4.4.6.2.1: a variant names groups that exist.
    private mutating func checkGroups() throws(PlaylistError) {
        var groups: Set<Group> = []
        for rendition in playlist.renditions {
            groups.insert(Group(kind: rendition.kind, id: rendition.groupID))
        }
        for (index, variant) in playlist.iFrameVariants.enumerated() {
            guard let id = variant.videoGroupID else { continue }
            let group = Group(kind: .video, id: id)
            if !groups.contains(group) {
                try reportMissing(group, line: iFrameLines[index], .iFrameStreamInf)
            }
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
                try reportMissing(group, line: variantLines[index], .streamInf)
            }
        }
    }

    private mutating func reportMissing(
        _ group: Group, line: Int, _ tag: TagName
    ) throws(PlaylistError) {
        try core.report(
            .renditionGroup, line: line, section: tag.section,
            "no EXT-X-MEDIA has TYPE=\(group.kind.rawValue) and GROUP-ID '\(group.id)'")
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

    /// What a member of a group has in common with those of the same name in other groups.
    private struct Member: Hashable {
        var name: String
        var language: String?
        var associatedLanguage: String?
        var isDefault: Bool
        var isAutoselect: Bool
        var isForced: Bool
        var characteristics: [String]

        init(_ rendition: Rendition) {
            name = rendition.name
            language = rendition.language
            associatedLanguage = rendition.associatedLanguage
            isDefault = rendition.isDefault
            isAutoselect = rendition.isAutoselect
            isForced = rendition.isForced
            characteristics = rendition.characteristics
        }
    }

    private struct Members {
        var group: Group
        var line: Int
        var inOrder: [Member] = []
        var all: Set<Member> = []

        init(group: Group, line: Int) {
            self.group = group
            self.line = line
        }

        mutating func append(_ member: Member) {
            if all.insert(member).inserted { inOrder.append(member) }
        }

        /// A member that only one of two groups has. Looks at no more members than this one has,
        /// and one: texts may have many small groups and a large one.
        func oddMember(against other: Members) -> Member? {
            inOrder.first { !other.all.contains($0) } ?? other.inOrder.first { !all.contains($0) }
        }
    }

    /// Section 4.4.6.1.1: groups of one type have the same members, which differ in their address
    /// and their encoding only. Advice, since examples of the specification itself differ: in DEFAULT
    /// (RFC 8216, section 8.7) and in the spelling of NAME (two pathways).
    private mutating func checkGroupsOfOneType() {
        var places: [Group: Int] = [:]
        var groups: [Members] = []
        for (index, rendition) in playlist.renditions.enumerated() {
            let group = Group(kind: rendition.kind, id: rendition.groupID)
            let place = places[group] ?? groups.count
            if place == groups.count {
                places[group] = place
                groups.append(Members(group: group, line: renditionLines[index]))
            }
            groups[place].append(Member(rendition))
        }
        for kind in Rendition.Kind.allCases {
            let alike = groups.filter { $0.group.kind == kind }
            guard let first = alike.first else { continue }
            for other in alike.dropFirst() {
                guard let odd = other.oddMember(against: first) else { continue }
                core.warn(
                    .groupMembers, line: other.line, section: TagName.media.section,
                    "the groups '\(first.group.id)' and '\(other.group.id)' differ in their rendition '\(odd.name)'"
                )
            }
        }
    }

    /// Section 4.4.6.1.1: a player can tell those apart that it may choose by itself.
    private mutating func checkAutoselect() {
        struct Choice: Hashable {
            var group: Group
            var member: Member
        }
        var choices: Set<Choice> = []
        for (index, rendition) in playlist.renditions.enumerated() where rendition.isAutoselect {
            var member = Member(rendition)
            member.name = ""
            member.isDefault = false
            let group = Group(kind: rendition.kind, id: rendition.groupID)
            if choices.insert(Choice(group: group, member: member)).inserted { continue }
            core.warn(
                .autoselect, line: renditionLines[index], section: TagName.media.section,
                "another rendition of the group '\(rendition.groupID)' with AUTOSELECT=YES has the same language and characteristics"
            )
        }
    }

    /// Section 4.4.6.6: the pathway to begin with is one that variants are on.
    private mutating func checkSteering() {
        guard let pathway = playlist.contentSteering?.pathwayID,
            !playlist.variants.contains(where: { ($0.pathwayID ?? ".") == pathway })
        else { return }
        core.warn(
            .contentSteering, line: core.firstLine(of: .contentSteering),
            section: TagName.contentSteering.section,
            "no variant has the PATHWAY-ID '\(pathway)' to begin with")
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
