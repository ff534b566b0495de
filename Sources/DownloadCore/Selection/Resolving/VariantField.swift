internal import HLSPlaylist

/// The variants of a playlist, sorted into those to choose from, their doubles, and those that
/// cannot be played. Made in time linear in variants and renditions.
struct VariantField {
    let playlist: MultivariantPlaylist
    /// All of the playlist, in its order.
    let variants: [AssetVariant]
    /// Places in `variants` of those to choose from, redundant ones left out.
    private(set) var candidates: [Int] = []
    private(set) var excluded: [ExcludedVariant] = []
    /// Places of all that can be played, redundant ones included.
    let playable: [Int]
    /// By the place of a playable variant, the candidate that stands for it.
    private(set) var candidate: [Int: Int] = [:]
    /// By candidate, all that it stands for, in the order of the playlist.
    private var family: [Int: [Int]] = [:]

    /// - Parameters:
    ///   - capabilities: nil: everything may be chosen, even what no client knows.
    ///   - wanted: the pathway to begin with; it counts when it has variants.
    init(
        _ playlist: MultivariantPlaylist, playableBy capabilities: DeviceCapabilities?,
        onPathway wanted: String?
    ) {
        self.playlist = playlist
        variants = AssetVariant.all(of: playlist)
        var playable: [Int] = []
        var obstacles: [Int: Obstacle] = [:]
        for (index, variant) in variants.enumerated() {
            if let obstacle = capabilities?.obstacle(to: variant) {
                obstacles[index] = obstacle
            } else {
                playable.append(index)
            }
        }
        self.playable = playable
        let pathway = Self.pathway(wanted, of: playlist, variants, playable)
        let same = sameVariants(among: playable)
        for members in same {
            let here = members.first { pathway == nil || variants[$0].pathwayID == pathway }
            guard let here else {
                for index in members { obstacles[index] = .pathway(variants[index].pathwayID) }
                continue
            }
            candidates.append(here)
            family[here] = members
            for member in members { candidate[member] = here }
        }
        candidates.sort()
        excluded = variants.indices.compactMap { index in
            obstacles[index].map { ExcludedVariant(variant: variants[index], obstacle: $0) }
        }
    }

    /// The pathway that a client begins with: the one from the steering manifest, else the
    /// playlist's, else that of the first variant (section 4.4.6.6, section 7.5). Without content
    /// steering there is none to keep to.
    private static func pathway(
        _ wanted: String?, of playlist: MultivariantPlaylist, _ variants: [AssetVariant],
        _ playable: [Int]
    ) -> String? {
        let here = Set(playable.map { variants[$0].pathwayID })
        if let wanted, here.contains(wanted) { return wanted }
        guard let steering = playlist.contentSteering else { return nil }
        if let stated = steering.pathwayID, here.contains(stated) { return stated }
        return playable.first.map { variants[$0].pathwayID }
    }

    /// The same variant from elsewhere: other URIs of redundant variants and pathways.
    func alternates(of index: Int) -> [AssetVariant] {
        var seen: Set<String> = [variants[index].uri]
        return members(with: index).map { variants[$0] }.filter { seen.insert($0.uri).inserted }
    }

    /// The groups of a kind that stand in a group's place where a variant is listed again.
    func groups(
        _ group: KeyPath<AssetVariant.RenditionGroups, String?>, like groupID: String
    ) -> Set<String> {
        let families = Set(
            playable.filter { variants[$0].groups[keyPath: group] == groupID }
                .compactMap { candidate[$0] })
        let groups = families.flatMap { first in
            members(with: first).compactMap { variants[$0].groups[keyPath: group] }
        }
        return Set(groups).subtracting([groupID])
    }

    /// The place of the same variant at one of some URIs; nil when it is at none of them.
    func member(like index: Int, at uris: Set<String>) -> Int? {
        uris.isEmpty ? nil : members(with: index).first { uris.contains(variants[$0].uri) }
    }

    private func members(with index: Int) -> [Int] {
        candidate[index].flatMap { family[$0] } ?? []
    }
}

// MARK: - Redundant variants

extension VariantField {
    /// What redundant variants have in common: everything but URI, pathway and the names of their
    /// groups (failover protection in Apple's HTTP Live Streaming Overview: the same variant again,
    /// with a URI on another server).
    private struct Identity: Hashable {
        var facts: AssetVariant
        var audio: Int
        var video: Int
        var subtitles: Int
        var closedCaptions: Int
    }

    /// What a rendition is, wherever it comes from.
    private struct Member: Hashable {
        var option: MediaSelectionOption
        var channels: String?
        var sampleRate: Int?
        var bitDepth: Int?
        var isOwnPlaylist: Bool

        init(_ rendition: Rendition) {
            option = MediaSelectionOption(rendition)
            option.stableID = nil
            channels = rendition.channels?.text
            sampleRate = rendition.sampleRate
            bitDepth = rendition.bitDepth
            isOwnPlaylist = rendition.uri != nil
        }
    }

    private struct GroupName: Hashable {
        var kind: Rendition.Kind
        var groupID: String
    }

    /// A number for each group; groups of the same renditions have the same.
    private func groupContents() -> [GroupName: Int] {
        var members: [GroupName: [Member]] = [:]
        var order: [GroupName] = []
        for rendition in playlist.renditions {
            let name = GroupName(kind: rendition.kind, groupID: rendition.groupID)
            if members[name] == nil { order.append(name) }
            members[name, default: []].append(Member(rendition))
        }
        var numbers: [[Member]: Int] = [:]
        var contents: [GroupName: Int] = [:]
        for name in order {
            let list = members[name] ?? []
            let number = numbers[list] ?? numbers.count
            numbers[list] = number
            contents[name] = number
        }
        return contents
    }

    /// The playable variants, each with those that are the same; in the order of the playlist.
    private func sameVariants(among playable: [Int]) -> [[Int]] {
        let contents = groupContents()
        func content(_ kind: Rendition.Kind, _ groupID: String?) -> Int {
            groupID.map { contents[GroupName(kind: kind, groupID: $0)] ?? -2 } ?? -1
        }
        var places: [Identity: Int] = [:]
        var same: [[Int]] = []
        for index in playable {
            var facts = variants[index]
            let groups = facts.groups
            facts.uri = ""
            facts.pathwayID = ""
            facts.groups = AssetVariant.RenditionGroups()
            // What the group declares is in its contents.
            facts.audioAttributes?.renditions = AssetVariant.RenditionAttributes()
            let identity = Identity(
                facts: facts, audio: content(.audio, groups.audio),
                video: content(.video, groups.video),
                subtitles: content(.subtitles, groups.subtitles),
                closedCaptions: content(.closedCaptions, groups.closedCaptions))
            if let place = places[identity] {
                same[place].append(index)
            } else {
                places[identity] = same.count
                same.append([index])
            }
        }
        return same
    }
}
