/// CHANNELS: what an audio rendition is made of, in three parts separated by `/`.
public struct Channels: Sendable, Hashable {
    /// The maximum number of independent, simultaneous audio channels; nil when the first part is
    /// no number.
    public var count: Int?
    /// The second part: audio object coding identifiers, such as `JOC`. `-` stands for none.
    public var spatialIdentifiers: [String]
    /// The third part: `BINAURAL`, `IMMERSIVE`, `DOWNMIX`.
    public var usageIndicators: [String]
    /// As the playlist wrote it.
    public var text: String

    /// Reads the value of CHANNELS.
    public init(_ text: String) {
        self.text = text
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        count = parts.first.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        spatialIdentifiers = parts.count > 1 ? Self.list(parts[1]) : []
        usageIndicators = parts.count > 2 ? Self.list(parts[2]) : []
    }

    private static func list(_ part: Substring) -> [String] {
        part == "-" ? [] : part.split(separator: ",").map(String.init)
    }
}
