/// An HLS playlist of either kind.
///
/// Specification: draft-pantos-hls-rfc8216bis-22, section 4.
public enum Playlist: Sendable, Hashable {
    /// Lists variants and renditions, each with the address of a media playlist.
    case multivariant(MultivariantPlaylist)
    /// Lists media segments.
    case media(MediaPlaylist)
}

extension Playlist {
    /// Reads a playlist of either kind.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - mode: Whether faults are repaired and reported, or refused.
    ///   - context: What DEFINE with IMPORT and QUERYPARAM refer to.
    /// - Throws: ``PlaylistError`` for the first fault that the mode does not accept.
    public init(
        parsing bytes: [UInt8], mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        let core = try ParserCore(bytes, mode: mode, context: context)
        switch core.kind {
        case .media: self = .media(try MediaParser.playlist(from: core))
        case .multivariant: self = .multivariant(try MultivariantParser.playlist(from: core))
        }
    }

    /// Reads a playlist of either kind from text.
    /// - Throws: ``PlaylistError`` for the first fault that the mode does not accept.
    public init(
        parsing text: String, mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        try self.init(parsing: Array(text.utf8), mode: mode, context: context)
    }

    /// What the parser found wrong and repaired.
    public var diagnostics: [Diagnostic] {
        switch self {
        case .multivariant(let playlist): playlist.diagnostics
        case .media(let playlist): playlist.diagnostics
        }
    }
}

extension MediaPlaylist {
    /// Reads a media playlist.
    /// - Throws: ``PlaylistError`` for the first fault that the mode does not accept, and when the
    ///   text is a multivariant playlist.
    public init(
        parsing bytes: [UInt8], mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        let core = try ParserCore(bytes, mode: mode, context: context)
        guard core.kind == .media else {
            throw core.wrongKind("a media playlist was expected, this is a multivariant playlist")
        }
        self = try MediaParser.playlist(from: core)
    }

    /// Reads a media playlist from text.
    /// - Throws: ``PlaylistError``, as ``init(parsing:mode:context:)-([UInt8],_,_)`` does.
    public init(
        parsing text: String, mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        try self.init(parsing: Array(text.utf8), mode: mode, context: context)
    }
}

extension MultivariantPlaylist {
    /// Reads a multivariant playlist.
    /// - Throws: ``PlaylistError`` for the first fault that the mode does not accept, and when the
    ///   text is a media playlist.
    public init(
        parsing bytes: [UInt8], mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        let core = try ParserCore(bytes, mode: mode, context: context)
        guard core.kind == .multivariant else {
            throw core.wrongKind("a multivariant playlist was expected, this is a media playlist")
        }
        self = try MultivariantParser.playlist(from: core)
    }

    /// Reads a multivariant playlist from text.
    /// - Throws: ``PlaylistError``, as ``init(parsing:mode:context:)-([UInt8],_,_)`` does.
    public init(
        parsing text: String, mode: ParsingMode = .tolerant,
        context: ParsingContext = ParsingContext()
    ) throws(PlaylistError) {
        try self.init(parsing: Array(text.utf8), mode: mode, context: context)
    }
}
