/// A multivariant playlist with its media playlists, to be checked against each other.
public struct Presentation: Sendable {
    /// What a media playlist is for.
    public enum Role: Sendable, Hashable {
        /// EXT-X-STREAM-INF names it.
        case variant
        /// EXT-X-I-FRAME-STREAM-INF names it.
        case iFrames
        /// EXT-X-MEDIA names it.
        case rendition(Rendition.Kind)
    }

    /// One media playlist of the presentation.
    public struct Member: Sendable {
        /// What the multivariant playlist names it for.
        public var role: Role
        /// The address as the multivariant playlist wrote it: names the member in findings.
        public var uri: String
        /// What stands at the address.
        public var playlist: MediaPlaylist

        /// Makes one from its properties; what is left out is as in a tag without it.
        public init(role: Role, uri: String, playlist: MediaPlaylist) {
            self.role = role
            self.uri = uri
            self.playlist = playlist
        }
    }

    /// A rule that the members break together.
    public struct Finding: Sendable, Hashable {
        /// The rule that is broken.
        public var rule: RuleID
        /// Section of draft-pantos-hls-rfc8216bis-22.
        public var section: String
        /// The member that differs from the first one.
        public var uri: String
        /// One sentence: what is wrong.
        public var message: String

        /// Makes one from its properties; what is left out is as in a tag without it.
        public init(rule: RuleID, section: String, uri: String, message: String) {
            self.rule = rule
            self.section = section
            self.uri = uri
            self.message = message
        }
    }

    /// The first variant is what the others are compared with.
    public var members: [Member]

    /// Makes one from its properties; what is left out is as in a tag without it.
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
            let alone = [iFrames(of: member)]
            let together =
                member.uri == first.uri
                ? []
                : [
                    targetDuration(of: member, and: first), type(of: member, and: first),
                    discontinuities(of: member, and: first), duration(of: member, and: first),
                    dates(of: member, and: first),
                ]
            return (alone + together).compactMap(\.self)
        }
    }

    private func finding(_ rule: RuleID, _ member: Member, _ message: String) -> Finding {
        Finding(rule: rule, section: "6.2.4", uri: member.uri, message: message)
    }

    /// Section 4.4.6.3: what a player scrubs with has I-frames only, and nothing else has.
    private func iFrames(of member: Member) -> Finding? {
        let isScrubbed = member.role == .iFrames
        guard member.playlist.isIFramesOnly != isScrubbed else { return nil }
        var finding = finding(
            .presentationIFrames, member,
            isScrubbed
                ? "EXT-X-I-FRAME-STREAM-INF names a playlist without EXT-X-I-FRAMES-ONLY"
                : "a playlist with EXT-X-I-FRAMES-ONLY is named by another tag than EXT-X-I-FRAME-STREAM-INF"
        )
        finding.section = TagName.iFrameStreamInf.section
        return finding
    }

    /// Where one playlist has dates all have, and the same ones: seen where both have ended.
    private func dates(of member: Member, and first: Member) -> Finding? {
        let mine = member.playlist.segments.dateTimes.isEmpty
        let others = first.playlist.segments.dateTimes.isEmpty
        guard mine == others else {
            return finding(
                .presentationDates, member,
                "'\(mine ? first.uri : member.uri)' has EXT-X-PROGRAM-DATE-TIME, this one \(mine ? "has not" : "has, and '\(first.uri)' has not")"
            )
        }
        guard member.playlist.hasEndList, first.playlist.hasEndList,
            let start = member.playlist.programDateTimes.first ?? nil,
            let other = first.playlist.programDateTimes.first ?? nil,
            max(start, other) - min(start, other) > bound(member, first)
        else { return nil }
        return finding(
            .presentationDates, member,
            "it begins \(Decimal.text(max(start, other) - min(start, other))) s \(start < other ? "before" : "after") '\(first.uri)'"
        )
    }

    /// By how much playlists may differ: content that only one has is at most a target duration
    /// long.
    private func bound(_ member: Member, _ first: Member) -> Duration {
        max(member.playlist.targetDuration, first.playlist.targetDuration)
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

    /// Where both have ended, they have the same discontinuities; and those that both have are at
    /// the same time.
    private func discontinuities(of member: Member, and first: Member) -> Finding? {
        let hasEnded = member.playlist.hasEndList && first.playlist.hasEndList
        return (hasEnded ? lastDiscontinuity(of: member, and: first) : nil)
            ?? movedDiscontinuity(of: member, and: first, hasEnded)
    }

    private func movedDiscontinuity(
        of member: Member, and first: Member, _ hasEnded: Bool
    ) -> Finding? {
        let mine = member.playlist.discontinuityTimes(onClock: !hasEnded)
        let others = Dictionary(
            first.playlist.discontinuityTimes(onClock: !hasEnded).map { ($0.number, $0.time) },
            uniquingKeysWith: { first, _ in first })
        for (number, time) in mine {
            guard let other = others[number],
                max(time, other) - min(time, other) > bound(member, first)
            else { continue }
            return finding(
                .presentationDiscontinuities, member,
                "discontinuity \(number) is \(Decimal.text(max(time, other) - min(time, other))) s \(time < other ? "before" : "after") that of '\(first.uri)'"
            )
        }
        return nil
    }

    private func lastDiscontinuity(of member: Member, and first: Member) -> Finding? {
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
        guard max(mine, others) - min(mine, others) > bound(member, first) else { return nil }
        return finding(
            .presentationDuration, member,
            "it lasts \(Decimal.text(mine)) s, '\(first.uri)' \(Decimal.text(others)) s: more than a target duration apart"
        )
    }
}

extension MediaPlaylist {
    /// The discontinuities by their sequence number, and when they are.
    /// - Parameter onClock: On the clock, where that is known; else from the playlist's begin.
    fileprivate func discontinuityTimes(onClock: Bool) -> [(number: Int, time: Duration)] {
        let places = segments.rows.indices.filter {
            segments.rows[$0].flags.contains(.discontinuity)
        }
        guard !places.isEmpty else { return [] }
        let numbers = discontinuitySequenceNumbers
        let times = onClock ? programDateTimes : startTimes
        return places.compactMap { place in times[place].map { (numbers[place], $0) } }
    }
}
