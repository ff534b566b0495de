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
