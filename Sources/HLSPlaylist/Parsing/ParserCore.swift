/// What the parsers of both kinds share: lines, tags, attribute lists, faults.
struct ParserCore {
    static let tagNames = NameTable<TagName>()
    static let attributeNames = NameTable<AttributeName>()
    /// The protocol version that draft-pantos-hls-rfc8216bis-22 describes.
    static let newestVersion = 13

    let mode: ParsingMode
    let context: ParsingContext
    let limits: PlaylistLimits
    let tags = ParserCore.tagNames
    let attributeTable = ParserCore.attributeNames

    /// The source; behind it what substitution added.
    var text: [UInt8]
    let sourceCount: Int
    /// What ends a line: a line feed, and where there is none a carriage return.
    let lineFeed: UInt8
    private(set) var kind = PlaylistKind.media
    private(set) var diagnostics: [Diagnostic] = []

    // The current line.
    var position = 0
    var line = 0
    var lineStart = 0
    /// The current line's tag.
    var tag: TagName?
    /// The current line's attributes.
    var attributes: [Attribute] = []
    /// Tags that stood in the playlist, one bit each by their place among all.
    private var seen: UInt64 = 0
    /// Where each tag stood first.
    private var firstLines: [TagName: Int] = [:]
    /// The highest version that something in the playlist needs, and what that is.
    var required = RequiredVersion()

    // What either kind has.
    var version = 1
    var hasIndependentSegments = false
    var start: StartPoint?
    var definitions: [Definition] = []
    /// Where each variable is in ``definitions``.
    var definitionPlaces: [String: Int] = [:]
    var substitutedBytes = 0
    var unknownTags: [UnknownTag] = []

    init(_ bytes: [UInt8], mode: ParsingMode, context: ParsingContext) throws(PlaylistError) {
        text = bytes
        sourceCount = bytes.count
        let hasOldLineEnds =
            !bytes.contains(UInt8(ascii: "\n")) && bytes.contains(UInt8(ascii: "\r"))
        lineFeed = UInt8(ascii: hasOldLineEnds ? "\r" : "\n")
        self.mode = mode
        self.context = context
        limits = context.limits
        let limit = min(limits.bytes, TextRange.largestText)
        guard bytes.count <= limit else {
            throw error(.byteLimit, "the playlist has more than \(limit) bytes")
        }
        try skipPreamble()
        try detectKind()
    }

    mutating func setKind(_ kind: PlaylistKind) {
        self.kind = kind
    }

    /// Whether the tag was asked about before.
    mutating func isRepeated(_ tag: TagName) -> Bool {
        let bit = UInt64(1) << UInt64(TagName.ordinal(of: tag))
        if seen & bit != 0 { return true }
        seen |= bit
        firstLines[tag] = line
        return false
    }

    /// The line of a tag that ``isRepeated(_:)`` was asked about.
    func firstLine(of tag: TagName) -> Int? {
        firstLines[tag]
    }

    func hasSeen(_ tag: TagName) -> Bool {
        seen & (UInt64(1) << UInt64(TagName.ordinal(of: tag))) != 0
    }
}

extension TagName {
    private static let ordinals = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    static func ordinal(of tag: TagName) -> Int {
        ordinals[tag] ?? 0
    }
}

// Faults.
extension ParserCore {
    func error(
        _ rule: RuleID, at column: Int? = nil, line: Int? = nil, section: String? = nil,
        _ message: String
    ) -> PlaylistError {
        PlaylistError(
            line: max(line ?? self.line, 1), column: column, rule: rule,
            section: section ?? tag?.section ?? rule.section, message: message)
    }

    /// Notes a broken must-rule.
    /// - Throws: ``PlaylistError`` in strict mode.
    mutating func report(
        _ rule: RuleID, at column: Int? = nil, line: Int? = nil, section: String? = nil,
        _ message: String
    ) throws(PlaylistError) {
        let error = error(rule, at: column, line: line, section: section, message)
        if mode == .strict { throw error }
        guard diagnostics.count < limits.diagnostics else { return }
        diagnostics.append(
            Diagnostic(
                severity: .error, line: error.line, column: column, rule: rule,
                section: error.section, message: error.message))
    }

    /// Notes what is allowed and yet likely a mistake.
    mutating func warn(
        _ rule: RuleID, at column: Int? = nil, line: Int? = nil, section: String? = nil,
        _ message: String
    ) {
        guard diagnostics.count < limits.diagnostics else { return }
        let error = error(rule, at: column, line: line, section: section, message)
        diagnostics.append(
            Diagnostic(
                severity: .warning, line: error.line, column: column, rule: rule,
                section: error.section, message: error.message))
    }

    func wrongKind(_ message: String) -> PlaylistError {
        PlaylistError(line: 1, rule: .wrongKind, section: "4.1", message: message)
    }

    /// Text for a message: short, printable.
    func quote(_ range: TextRange) -> String {
        let limit = 60
        // Nobody will read it: spare hostile texts' cost.
        if mode == .tolerant, diagnostics.count >= limits.diagnostics { return "" }
        let shown = TextRange(range.lower, min(range.upper, range.lower + limit))
        let characters = text.string(shown).unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : Character(scalar)
        }
        return "'" + String(characters) + (range.count > limit ? "…'" : "'")
    }
}
