/// What is on disk of one stream, in seconds of media and in bytes.
struct StreamLedger: Sendable {
    let kind: Selection.Stream.Kind
    /// Seconds of media of all its segments, gaps left out.
    let expected: Duration
    private(set) var stored = Duration.zero
    private(set) var loaded = MediaTimeRanges()
    /// Parts that are missing.
    private(set) var missing: Int
    /// Bytes of those segments that this machine saw arrive, and their seconds.
    private var measuredBytes = 0
    private var measured = Duration.zero

    init(_ plan: StreamPlan) {
        kind = plan.stream.kind
        expected = plan.duration
        missing = plan.parts.count { $0.kind != .gap }
    }

    /// - Parameter bytes: nil when nobody counted them.
    mutating func store(_ part: PartPlan, bytes: Int?) {
        missing -= 1
        stored += part.duration
        loaded.insert(MediaTimeRange(start: part.start, end: part.start + part.duration))
        if let bytes {
            measuredBytes += bytes
            measured += part.duration
        }
    }

    /// Bytes that the whole stream has if it goes on as what was seen of it; nil: nothing was seen.
    fileprivate var estimatedBytes: Double? {
        guard measured > .zero else { return nil }
        return Double(measuredBytes) * (expected / measured)
    }
}

extension [StreamLedger] {
    /// How much of a download is done, from 0 to 1.
    ///
    /// Video weighs 70, each audio 10, subtitles share the rest (AVFoundation's session on offline
    /// HLS, WWDC 2020). As soon as bytes of a stream were seen, it weighs what it will have of them;
    /// those of which nothing was seen keep their proportion to the others.
    /// - Parameter underWay: seconds of media that have arrived and are not stored, by stream.
    func fraction(underWay: [Duration]) -> Double {
        if allSatisfy({ $0.missing == 0 }) { return isEmpty ? 0 : 1 }
        let weights = self.weights
        let whole = weights.reduce(0, +)
        guard whole > 0 else { return 0 }
        let done = indices.reduce(0.0) { sum, stream in
            let expected = self[stream].expected
            guard expected > .zero else {
                return sum + (self[stream].missing == 0 ? weights[stream] : 0)
            }
            return sum + weights[stream] * ((self[stream].stored + underWay[stream]) / expected)
        }
        return Swift.min(1, done / whole)
    }

    private var weights: [Double] {
        let declared = declaredWeights
        let seen = indices.map { self[$0].estimatedBytes }
        let known = indices.filter { seen[$0] != nil }
        let knownWeight = known.reduce(0) { $0 + declared[$1] }
        guard knownWeight > 0 else { return declared }
        let bytesOfWeight = known.reduce(0) { $0 + (seen[$1] ?? 0) } / knownWeight
        return indices.map { seen[$0] ?? declared[$0] * bytesOfWeight }
    }

    /// Before anything has arrived.
    private var declaredWeights: [Double] {
        func count(_ kind: Selection.Stream.Kind) -> Int { self.count { $0.kind == kind } }
        let audio = 10.0 * Double(count(.audio))
        // With more audio than there is room for, something is left for text all the same.
        let text = Swift.max(5, 30 - audio)
        return map { ledger in
            switch ledger.kind {
            case .video: 70 / Double(count(.video))
            case .audio: 10
            case .subtitles: text / Double(count(.subtitles))
            }
        }
    }
}
