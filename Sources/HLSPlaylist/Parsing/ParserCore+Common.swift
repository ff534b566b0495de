// Tags that either playlist may have: sections 4.4.1 and 4.4.2.
extension ParserCore {
    /// Reads a tag that either kind may have.
    mutating func readCommon(_ tag: TagName, _ value: TextRange) throws(PlaylistError) {
        switch tag {
        case .extm3u: try report(.repeatedTag, "EXTM3U stands again; it is ignored")
        case .version: try readVersion(value)
        case .independentSegments:
            try checkNoValue(tag, value)
            if try isFirst(.independentSegments) { hasIndependentSegments = true }
        case .start: try readStart(value)
        case .define: try readDefinition(value)
        default: break
        }
    }

    private mutating func readVersion(_ value: TextRange) throws(PlaylistError) {
        guard try isFirst(.version) else { return }
        guard let number = Decimal.integer(text, value), number >= 1 else {
            return try report(
                .version, at: column(value),
                "the version is \(quote(value)); it has to be an integer from 1 on")
        }
        version = number
        if number > Self.newestVersion {
            warn(
                .version, at: column(value),
                "version \(number) is newer than the specification, which has \(Self.newestVersion)"
            )
        }
    }

    private mutating func readStart(_ value: TextRange) throws(PlaylistError) {
        guard try isFirst(.start) else { return }
        try readAttributes(value)
        let offset = try seconds(.timeOffset, signed: true)
        let isPrecise = try flag(.precise)
        guard let offset else { return try missing(.timeOffset) }
        start = StartPoint(
            timeOffset: offset, isPrecise: isPrecise, unknownAttributes: unknownAttributes())
    }

    private mutating func readDefinition(_ value: TextRange) throws(PlaylistError) {
        try readAttributes(value)
        guard definitions.count < limits.variables else {
            throw error(
                .variableLimit,
                "the playlist defines more than \(limits.variables) variables")
        }
        need(8, "EXT-X-DEFINE")
        let name = try string(.name)
        let literal = try string(.value)
        let imported = try string(.import)
        let parameter = try string(.queryParam)
        if let written = name ?? imported ?? parameter {
            guard try isProper(variable: written) else { return }
        }
        switch (name, imported, parameter) {
        case (let name?, nil, nil):
            guard let literal else { return try missing(.value) }
            try define(Definition(name: name, value: literal))
        case (nil, let name?, nil):
            if kind == .multivariant {
                try report(.definition, "IMPORT is for media playlists only")
            }
            let value = context.importable?.first { $0.name == name }?.value
            if value == nil {
                try reportUnresolved(
                    isKnown: context.importable != nil,
                    "the multivariant playlist defines no variable '\(name)'")
            }
            try define(Definition(name: name, value: value, origin: .imported))
        case (nil, nil, let name?):
            need(11, "the attribute QUERYPARAM")
            let value = context.url.flatMap { PlaylistURL.queryParameter(name, of: $0) }
            if value == nil {
                try reportUnresolved(
                    isKnown: context.url != nil,
                    "the playlist's address has no query parameter '\(name)'")
            }
            try define(Definition(name: name, value: value, origin: .queryParameter))
        default:
            try report(.definition, "EXT-X-DEFINE needs one of NAME, IMPORT and QUERYPARAM")
        }
    }

    /// A reader that was not told the context cannot blame the playlist.
    private mutating func reportUnresolved(
        isKnown: Bool, _ message: String
    ) throws(PlaylistError) {
        if isKnown { return try report(.definition, message) }
        warn(.definition, "the variable's value is not known here, where its source is not")
    }

    private mutating func isProper(variable name: String) throws(PlaylistError) -> Bool {
        if !name.isEmpty, name.utf8.allSatisfy(\.isVariableName) { return true }
        try report(
            .definition, "a variable's name has only letters, digits, - and _, found '\(name)'")
        return false
    }

    private mutating func define(_ definition: Definition) throws(PlaylistError) {
        if definitionPlaces[definition.name] != nil {
            return try report(
                .definition,
                "the variable '\(definition.name)' is defined twice; the first one counts")
        }
        definitionPlaces[definition.name] = definitions.count
        definitions.append(definition)
    }

    /// Whether a once-only tag stands for the first time.
    mutating func isFirst(_ tag: TagName) throws(PlaylistError) -> Bool {
        guard isRepeated(tag) else { return true }
        try report(.repeatedTag, "\(tag.rawValue) stands again; the first one counts")
        return false
    }

    mutating func keep(_ name: TextRange, _ value: TextRange?, at position: Int) {
        unknownTags.append(
            UnknownTag(
                name: text.string(name), value: value.map { text.string($0) }, position: position))
    }
}

// KEY and SESSION-KEY have the same attributes.
extension ParserCore {
    mutating func readKey(_ value: TextRange) throws(PlaylistError) -> Key? {
        try readAttributes(value)
        guard let method = try word(.method, among: Key.Method.known) else {
            try missing(.method)
            return nil
        }
        var key = Key(method: Key.Method(method))
        key.uri = try string(.uri)
        key.iv = try iv(for: key.method)
        if key.method == .sampleAES { need(5, "METHOD=SAMPLE-AES") }
        if attributes.contains(where: { $0.name == .keyFormat || $0.name == .keyFormatVersions }) {
            need(5, "the attribute KEYFORMAT or KEYFORMATVERSIONS")
        }
        key.keyFormat = try string(.keyFormat) ?? Key.identityFormat
        if let versions = try keyFormatVersions() { key.keyFormatVersions = versions }
        key.unknownAttributes = unknownAttributes()
        if case .other = key.method {
            try report(.keyMethod, "METHOD is '\(method)', which the specification does not define")
        }
        if key.method == .none {
            if attributes.count > 1 {
                try report(.forbiddenAttribute, "METHOD=NONE allows no other attribute")
            }
        } else if key.uri == nil {
            try report(.keyURI, "METHOD=\(method) needs the attribute URI")
        }
        return key
    }

    private mutating func iv(for method: Key.Method) throws(PlaylistError) -> [UInt8]? {
        guard let iv = try bytes(.iv) else { return nil }
        need(2, "the attribute IV")
        if method == .aes256GCM {
            try report(.keyIV, "METHOD=AES-256-GCM allows no IV: each segment begins with its own")
            return nil
        }
        let count = 16
        guard iv.count <= count else {
            try report(.keyIV, "the IV has \(iv.count) bytes; it has to have \(count)")
            return nil
        }
        if iv.count < count {
            warn(.keyIV, "the IV has \(iv.count) bytes; zeros are put in front to have \(count)")
        }
        return Array(repeating: 0, count: count - iv.count) + iv
    }

    private mutating func keyFormatVersions() throws(PlaylistError) -> [Int]? {
        guard let range = try quoted(.keyFormatVersions) else { return nil }
        let parts = text.string(range).split(separator: "/", omittingEmptySubsequences: false)
        let versions = parts.compactMap { $0.utf8.allSatisfy(\.isDigit) ? Int($0) : nil }
        guard versions.count == parts.count, versions.allSatisfy({ $0 > 0 }) else {
            try badValue(.keyFormatVersions, range, "positive integers separated by /")
            return nil
        }
        return versions
    }
}
