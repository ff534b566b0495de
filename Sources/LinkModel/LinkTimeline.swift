/// A time during which nothing passes the link, in either direction.
package struct LinkOutage: Sendable, Hashable {
    /// When the outage begins, from the link's first moment.
    package var start: Duration
    package var length: Duration
    /// Time from one beginning to the next; nil for a single outage.
    package var period: Duration?

    package init(start: Duration, length: Duration, period: Duration? = nil) {
        self.start = start
        self.length = length
        self.period = period
    }
}

/// A stretch of a link's timeline, with all that holds during it.
package struct LinkStep: Sendable, Hashable {
    package var length: Duration
    package var down: LinkDirection
    package var up: LinkDirection

    package init(length: Duration, down: LinkDirection, up: LinkDirection) {
        self.length = length
        self.down = down
        self.up = up
    }
}

/// A file with a recorded rate of the direction towards the engine, in place of a fixed one.
package struct LinkTraceReference: Sendable, Hashable {
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// One delivery opportunity of 1500 bytes per line, in milliseconds.
        case mahimahi
        /// A JSON array of periods with duration, bandwidth and latency.
        case sabre
        /// Lines of seconds and Mbit/s.
        case pensieve
        case csv
    }

    /// Path of the file, relative to the profile's folder.
    package var path: String
    package var format: Format

    package init(path: String, format: Format) {
        self.path = path
        self.format = format
    }
}
