/// VIDEO-RANGE: the transfer characteristics of the video.
public enum VideoRange: Sendable, Hashable {
    /// Standard dynamic range.
    case sdr
    /// Hybrid log-gamma.
    case hlg
    /// Perceptual quantiser.
    case pq
    /// A word that the specification does not define, as the playlist wrote it.
    case other(String)

    /// Reads the value of VIDEO-RANGE.
    public init(_ text: String) {
        switch text {
        case "SDR": self = .sdr
        case "HLG": self = .hlg
        case "PQ": self = .pq
        default: self = .other(text)
        }
    }

    /// The value of VIDEO-RANGE.
    public var text: String {
        switch self {
        case .sdr: "SDR"
        case .hlg: "HLG"
        case .pq: "PQ"
        case .other(let text): text
        }
    }
}
