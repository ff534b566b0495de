/// A log in the extended log file format, as a table of texts.
///
/// Source: P. Hallam-Baker, B. Behlendorf, "Extended Log File Format", W3C working draft
/// WD-logfile-960323: directives that begin with `#`, then one line for each record, values between
/// white space, texts that have any in quotes with quotes doubled, `-` for what is unknown.
package struct ExtendedLog: Sendable, Hashable {
    package struct Directive: Sendable, Hashable {
        /// As it is written, `Software` for example; empty for a comment that is none.
        package var name: String
        package var value: String
    }

    package struct Record: Sendable, Hashable {
        /// Of the text that it was read from, from 1 on; 0 for none.
        package var line: Int
        /// By the places of the log's fields; nil: unknown.
        package var values: [String?]
    }

    /// Those but for `Version` and `Fields`.
    package var directives: [Directive] = []
    package var fields: [String] = []
    package var records: [Record] = []

    package init() {}

    /// What a log tells of.
    package enum Kind: String, Sendable, CaseIterable { case access, error }

    /// By the fields; nil for those of another program's log.
    package var kind: Kind? {
        func has<Event: LogEvent>(_ event: Event.Type, but shared: Set<String>) -> Bool {
            event.properties.contains { !shared.contains($0.name) && fields.contains($0.name) }
        }
        let errors = Set(ErrorLogEvent.properties.map(\.name))
        let accesses = Set(AccessLogEvent.properties.map(\.name))
        // Logs of servers have bytes too.
        if has(AccessLogEvent.self, but: errors.union(["bytes"])) { return .access }
        if has(ErrorLogEvent.self, but: accesses.union(["comment"])) { return .error }
        return nil
    }
}
