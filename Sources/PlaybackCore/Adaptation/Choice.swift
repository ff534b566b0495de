/// What a rule wants next.
package struct Choice: Sendable, Hashable {
    package var level: Int
    /// Milliseconds to wait before the segment is requested.
    package var delay: Double

    package init(level: Int, delay: Double = 0) {
        self.level = level
        self.delay = delay
    }
}
