/// The protocol version that a playlist's features need: section 8.
struct RequiredVersion {
    private(set) var version = 1
    private(set) var line = 1
    private(set) var feature = ""

    /// Notes a feature; the first one of the highest version is remembered.
    mutating func note(_ version: Int, at line: Int, _ feature: StaticString) {
        guard version > self.version else { return }
        self.version = version
        self.line = line
        self.feature = feature.description
    }
}

extension ParserCore {
    /// Notes that the current line has a feature that came with a protocol version.
    mutating func need(_ version: Int, _ feature: StaticString) {
        required.note(version, at: line, feature)
    }

    /// Reports when EXT-X-VERSION is lower than what the playlist's features need.
    mutating func checkVersion() throws(PlaylistError) {
        guard version < required.version else { return }
        try report(
            .requiredVersion, line: required.line, section: "8",
            "\(required.feature) needs EXT-X-VERSION \(required.version), the playlist has \(version)"
        )
    }
}
