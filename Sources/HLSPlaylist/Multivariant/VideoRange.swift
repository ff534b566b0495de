/// VIDEO-RANGE: the transfer characteristics of the video.
public enum VideoRange: Sendable, Hashable {
    case sdr
    case hlg
    case pq
    case other(String)

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
