/// Why a variant is the one to download.
public struct VariantReason: Sendable, Hashable, Codable {
    public enum Rule: Sendable, Hashable, Codable {
        /// This very variant was asked for.
        case askedFor
        /// The least or greatest value of a key.
        case least(NumberKey)
        case greatest(NumberKey)
        /// Automatic choice, of all or of what matches.
        case automatic
    }

    public var rule: Rule
    /// What the candidates fulfil, in words; nil: nothing was asked of them.
    public var condition: String?
    /// How many variants were to choose from: redundant ones count once.
    public var candidateCount: Int
    /// How many more there would be if they declared the value that is compared.
    public var undeclaredCount: Int
    /// In words what decided among them, in order; empty: nothing had to, or the order did.
    public var decisive: [String]
    /// How many were equal in the end; the first of them was taken.
    public var equals: Int
    /// What was asked for first, and matches no variant.
    public var unmatched: [String]
}

extension VariantReason: CustomStringConvertible {
    /// `highest peak bitrate among 3 that match presentationHeight <= 720`
    public var description: String {
        ([choice] + unmatched.map { "none matches \($0)" }).joined(separator: "; ")
    }

    private var choice: String {
        if rule == .askedFor { return "asked for" }
        let extreme: [String] =
            switch rule {
            case .least(let key): ["lowest \(key.words)"]
            case .greatest(let key): ["highest \(key.words)"]
            case .askedFor, .automatic: []
            }
        let matching = condition.map { " that match\(candidateCount == 1 ? "es" : "") \($0)" }
        guard candidateCount > 1 else { return "the only variant" + (matching ?? declaring) }
        let tie = equals > 1 ? ["first of \(equals) equal ones"] : []
        return (extreme + decisive + tie).joined(separator: ", then ")
            + " among \(candidateCount)" + (matching ?? " variants")
    }
}

extension VariantReason {
    /// Of a key that other variants declare nothing of.
    private var declaring: String {
        guard undeclaredCount > 0 else { return "" }
        return switch rule {
        case .least(let key), .greatest(let key): " that declares its \(key.words)"
        case .askedFor, .automatic: ""
        }
    }
}

extension VariantRanking.Criterion {
    var words: String {
        switch self {
        case .sharedVideo: "video that is fetched already"
        case .video: "video"
        case .hdr: "HDR"
        case .lossyAudio: "lossy audio"
        case .score: "highest SCORE"
        case .peakBitRate: "highest peak bitrate"
        case .averageBitRate: "highest average bitrate"
        }
    }
}

extension NumberKey {
    fileprivate var words: String {
        switch self {
        case .peakBitRate: "peak bitrate"
        case .averageBitRate: "average bitrate"
        case .score: "SCORE"
        case .presentationWidth: "width"
        case .presentationHeight: "height"
        case .presentationSize: "presentation size"
        case .nominalFrameRate: "frame rate"
        case .channelCount: "channel count"
        case .sampleRate: "sample rate"
        case .bitDepth: "bit depth"
        }
    }
}
