/// What a parser does about faults.
public enum ParsingMode: Sendable, Hashable {
    /// Repairs what can be repaired, reports it as a ``Diagnostic``, and refuses only text that
    /// cannot mean anything. For engines: real servers are sloppy.
    case tolerant
    /// Refuses the first violation of a must-rule of the specification. For validators.
    case strict
}
