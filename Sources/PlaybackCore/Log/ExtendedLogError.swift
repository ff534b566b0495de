/// Why a text is no log in the extended log file format.
public struct ExtendedLogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1 on.
    public var line: Int
    /// What is wrong with it, in words.
    public var reason: String

    /// Makes one from its properties.
    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }

    /// One line: place and reason.
    public var description: String { "line \(line): \(reason)" }
}
