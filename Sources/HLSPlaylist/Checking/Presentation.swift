/// A multivariant playlist with its media playlists, to be checked against each other.
public struct Presentation: Sendable {
    /// What a media playlist is for.
    public enum Role: Sendable, Hashable {
        case variant
        case iFrames
        case rendition(Rendition.Kind)
    }

    /// One media playlist of the presentation.
    public struct Member: Sendable {
        public var role: Role
        /// The address as the multivariant playlist wrote it: names the member in findings.
        public var uri: String
        public var playlist: MediaPlaylist

        public init(role: Role, uri: String, playlist: MediaPlaylist) {
            self.role = role
            self.uri = uri
            self.playlist = playlist
        }
    }

    /// A rule that the members break together.
    public struct Finding: Sendable, Hashable {
        public var rule: RuleID
        /// Section of draft-pantos-hls-rfc8216bis-22.
        public var section: String
        /// The member that differs from the first one.
        public var uri: String
        /// One sentence: what is wrong.
        public var message: String

        public init(rule: RuleID, section: String, uri: String, message: String) {
            self.rule = rule
            self.section = section
            self.uri = uri
            self.message = message
        }
    }

    public var members: [Member]

    public init(members: [Member]) {
        self.members = members
    }
}

extension Presentation {
    /// The addresses of the media playlists that a multivariant playlist names, each once, in the
    /// order of the text: variants, renditions, I-frame variants.
    public static func addresses(of playlist: MultivariantPlaylist) -> [(role: Role, uri: String)] {
        var seen: Set<String> = []
        let all =
            playlist.variants.map { (role: Role.variant, uri: $0.uri) }
            + playlist.renditions.compactMap { rendition in
                rendition.uri.map { (role: Role.rendition(rendition.kind), uri: $0) }
            } + playlist.iFrameVariants.map { (role: Role.iFrames, uri: $0.uri) }
        return all.filter { seen.insert($0.uri).inserted }
    }

    /// Where members differ that have to be alike: section 6.2.4. The first variant is what the
    /// others are compared with.
    public func findings() -> [Finding] {
        guard let first = members.first(where: { $0.role == .variant }) ?? members.first else {
            return []
        }
        return members.flatMap { member in
            member.uri == first.uri
                ? []
                : [
                    targetDuration(of: member, and: first), type(of: member, and: first),
                    discontinuities(of: member, and: first), duration(of: member, and: first),
                ].compactMap(\.self)
        }
    }

    private func finding(_ rule: RuleID, _ member: Member, _ message: String) -> Finding {
        Finding(rule: rule, section: "6.2.4", uri: member.uri, message: message)
    }

    /// Subtitles and I-frames of a VOD presentation may have other target durations.
    private func targetDuration(of member: Member, and first: Member) -> Finding? {
        let isFree =
            (member.role == .rendition(.subtitles) || member.role == .iFrames)
            && member.playlist.playlistType == .vod
        let (mine, others) = (member.playlist.targetDuration, first.playlist.targetDuration)
        guard !isFree, mine != others else { return nil }
        return finding(
            .presentationTargetDuration, member,
            "the target duration is \(Decimal.text(mine)) s, that of '\(first.uri)' \(Decimal.text(others)) s"
        )
    }

    private func type(of member: Member, and first: Member) -> Finding? {
        let (mine, others) = (member.playlist.playlistType, first.playlist.playlistType)
        guard mine != others else { return nil }
        return finding(
            .presentationType, member,
            """
            the playlist type is \(mine?.rawValue ?? "not given"), \
            that of '\(first.uri)' \(others?.rawValue ?? "not given")
            """)
    }

    /// Where both have ended, they have the same discontinuities.
    private func discontinuities(of member: Member, and first: Member) -> Finding? {
        guard member.playlist.hasEndList, first.playlist.hasEndList else { return nil }
        let mine = member.playlist.discontinuitySequenceNumbers.last ?? 0
        let others = first.playlist.discontinuitySequenceNumbers.last ?? 0
        guard mine != others else { return nil }
        return finding(
            .presentationDiscontinuities, member,
            "the last discontinuity sequence number is \(mine), that of '\(first.uri)' \(others)")
    }

    /// Content of one that another lacks is at most a target duration long.
    private func duration(of member: Member, and first: Member) -> Finding? {
        guard member.playlist.hasEndList, first.playlist.hasEndList else { return nil }
        let (mine, others) = (member.playlist.totalDuration, first.playlist.totalDuration)
        let bound = max(member.playlist.targetDuration, first.playlist.targetDuration)
        guard max(mine, others) - min(mine, others) > bound else { return nil }
        return finding(
            .presentationDuration, member,
            "it lasts \(Decimal.text(mine)) s, '\(first.uri)' \(Decimal.text(others)) s: more than a target duration apart"
        )
    }
}
