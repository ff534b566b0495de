/// What the validator found in one playlist, and in the media playlists that it names.
package struct LintReport: Sendable, Hashable {
    /// A rule that is broken.
    package struct Item: Sendable, Hashable, Encodable {
        package var severity: String
        /// From 1 on; nil for a rule that the media playlists of a presentation break together.
        package var line: Int?
        /// In bytes, from 1 on; nil when the whole line is meant.
        package var column: Int?
        package var rule: String
        /// Section of draft-pantos-hls-rfc8216bis-22.
        package var section: String
        package var message: String
        /// Beginning of the line, for people.
        var excerpt: String?

        private enum CodingKeys: CodingKey {
            case severity, line, column, rule, section, message
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(severity, forKey: .severity)
            try container.encode(line, forKey: .line)
            try container.encode(column, forKey: .column)
            try container.encode(rule, forKey: .rule)
            try container.encode(section, forKey: .section)
            try container.encode(message, forKey: .message)
        }
    }

    /// A media playlist that could not be read, and so was not checked.
    package struct Unchecked: Sendable, Hashable, Encodable {
        package var uri: String
        package var reason: String
    }

    package enum Kind: String, Sendable, Hashable, Encodable {
        case media, multivariant
    }

    /// As the command line or the multivariant playlist has it.
    package var file: String
    /// Why it could not be read; nil when it was.
    package var failure: String?
    /// Nil when the text means nothing.
    package var kind: Kind?
    /// Whether the tolerant parser made a playlist of it.
    package var tolerantAccepts = false
    package var strictAccepts = false
    /// Whether writing and reading what was read gives an equal value; nil when nothing was read.
    package var roundTripEqual: Bool?
    package var items: [Item] = []
    /// The media playlists of a multivariant playlist.
    package var members: [LintReport] = []
    package var unchecked: [Unchecked] = []

    private let isFromNetwork: Bool

    init(file: String, isFromNetwork: Bool = false) {
        self.file = file
        self.isFromNetwork = isFromNetwork
    }
}

extension LintReport {
    /// Errors here and in the members.
    package var errorCount: Int { count("error") }
    package var warningCount: Int { count("warning") }

    /// Whether not all could be looked at that was there to be asked for. A file may well lie there
    /// without the media playlists that it names; a server has them.
    var isUnread: Bool {
        failure != nil || (isFromNetwork && !unchecked.isEmpty)
    }

    private func count(_ severity: String) -> Int {
        items.count { $0.severity == severity } + members.reduce(0) { $0 + $1.count(severity) }
    }
}

extension LintReport: Encodable {
    private enum CodingKeys: CodingKey {
        case schema, file, failure, kind, tolerantAccepts, strictAccepts, roundTripEqual
        case errors, warnings, diagnostics, members, unchecked
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("hlslab-lint/1", forKey: .schema)
        try container.encode(file, forKey: .file)
        try container.encode(failure, forKey: .failure)
        try container.encode(kind, forKey: .kind)
        try container.encode(tolerantAccepts, forKey: .tolerantAccepts)
        try container.encode(strictAccepts, forKey: .strictAccepts)
        try container.encode(roundTripEqual, forKey: .roundTripEqual)
        try container.encode(errorCount, forKey: .errors)
        try container.encode(warningCount, forKey: .warnings)
        try container.encode(items, forKey: .diagnostics)
        if kind == .multivariant {
            try container.encode(members, forKey: .members)
            try container.encode(unchecked, forKey: .unchecked)
        }
    }
}
