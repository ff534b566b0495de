/// What a parser does about faults.
public enum ParsingMode: Sendable, Hashable {
    /// Repairs what can be repaired, reports it as a ``Diagnostic``, and refuses only text that
    /// cannot mean anything. For engines: real servers are sloppy.
    case tolerant
    /// Refuses the first violation of a must-rule of the specification. For validators.
    case strict
}

/// What a playlist refers to beyond its own text.
public struct ParsingContext: Sendable, Hashable {
    /// The address the playlist came from, after redirects: DEFINE with QUERYPARAM reads its query.
    public var url: String?
    /// The variables of the multivariant playlist: DEFINE with IMPORT takes them from here.
    public var importable: [Definition]

    public init(url: String? = nil, importable: [Definition] = []) {
        self.url = url
        self.importable = importable
    }
}
