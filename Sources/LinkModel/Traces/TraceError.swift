/// A recorded link that cannot be read: where, why, and what to write instead.
package struct TraceError: Error, Sendable, Hashable {
    /// From 1; nil when the fault is the file as a whole.
    package var line: Int?
    package var message: String

    package init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}
