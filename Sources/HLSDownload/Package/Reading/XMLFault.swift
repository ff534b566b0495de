/// Why a text is not XML of the subset that packages need.
struct XMLFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1 on.
    var line: Int
    var reason: String

    var description: String { "line \(line): \(reason)" }
}
