/// Which requests a fault is for. What is nil matches everything.
package struct FaultMatch: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case multivariantPlaylist
        case mediaPlaylist
        case initSection
        case segment
        case key
    }

    /// As what a presentation has a stream.
    package enum Role: String, Sendable, Hashable, CaseIterable {
        case variant
        case rendition
    }

    package var kind: Kind?
    /// Id of a stream of the catalog.
    package var stream: String?
    /// What the stream has to be in the presentation; nil: either.
    package var role: Role?
    /// Position in the stream as people say it: 3 is the third segment. Matches only segments.
    package var segment: Int?
    /// Numbers of the requests for one part, from 1: [1, 2] strikes the first two.
    package var attempts: [Int]?
    /// When the request comes, since the origin began to serve, which is when a run begins.
    package var between: Range<Duration>?

    package init(
        kind: Kind? = nil, stream: String? = nil, role: Role? = nil, segment: Int? = nil,
        attempts: [Int]? = nil, between: Range<Duration>? = nil
    ) {
        self.kind = kind
        self.stream = stream
        self.role = role
        self.segment = segment
        self.attempts = attempts
        self.between = between
    }

    /// Whether the `attempt`-th request (from 1) for `part` is meant, when it comes at `elapsed`.
    package func matches(_ part: OriginPart, attempt: Int, at elapsed: Duration) -> Bool {
        if let kind, kind != Kind(of: part) { return false }
        if let stream, stream != part.stream { return false }
        if let segment {
            guard case .segment(_, let index) = part, index + 1 == segment else { return false }
        }
        if let between, !between.contains(elapsed) { return false }
        return attempts?.contains(attempt) ?? true
    }
}

extension FaultMatch.Kind {
    package init(of part: OriginPart) {
        switch part {
        case .multivariantPlaylist: self = .multivariantPlaylist
        case .mediaPlaylist: self = .mediaPlaylist
        case .initSection: self = .initSection
        case .segment: self = .segment
        case .key: self = .key
        }
    }
}
