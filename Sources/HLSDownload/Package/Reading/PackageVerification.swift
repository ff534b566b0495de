/// What came of checking a package against its certificate.
public struct PackageVerification: Sendable, Hashable {
    /// The verdict on a package or a stream.
    public enum State: String, Sendable, Hashable, Codable {
        /// Every instant is covered by bytes that are what the certificate says.
        case complete
        /// What is there is right, and some is not there.
        case incomplete
        /// Something that is there is wrong, or the certificate contradicts the package.
        case damaged
    }

    /// The verdict on one stream.
    public struct Stream: Sendable, Hashable {
        public var kind: MoviePackage.Stream.Kind
        /// Kind, name and language for people.
        public var label: String
        public var folder: String
        public var state: State
        /// Segments that the origin has, and those of them that are there and right.
        public var segmentCount: Int
        public var goodSegmentCount: Int
        /// Segments that the origin never had: gaps, no holes.
        public var gaps: [PackageHole]
        public var gapCount: Int
        /// Of all segments, gaps left out, and of those that are there and right.
        public var duration: Duration
        public var goodDuration: Duration
        /// Of all files that were read, init sections included.
        public var byteCount: Int
        /// What vouched for the parts when they came, in words, with how many parts; sorted.
        public var attestations: [String: Int]
        public var firstHole: PackageHole?
    }

    public var state: State
    public var streams: [Stream]
    public var byteCount: Int
    /// What a viewer would miss first.
    public var firstHole: PackageHole?
    /// The first ones, in the order in which they were found.
    public var findings: [PackageFinding]
    /// Of all findings, those beyond ``PackageVerifier/mostFindings`` included.
    public var findingCount: Int
}

extension PackageVerification {
    /// The whole of some states.
    static func state(of states: some Sequence<State>) -> State {
        var whole = State.complete
        for state in states {
            if state == .damaged { return .damaged }
            if state == .incomplete { whole = .incomplete }
        }
        return whole
    }
}
