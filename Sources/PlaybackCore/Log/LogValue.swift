/// What a field of a log says.
package enum LogValue: Sendable, Hashable {
    case whole(Int)
    case decimal(Double)
    case text(String)
}

extension AccessLogEvent {
    /// What is known, by the names of the log's fields; date and time are one.
    package var known: [(name: String, value: LogValue)] { ExtendedLog.known(of: self) }
}

extension ErrorLogEvent {
    /// What is known, by the names of the log's fields; date and time are one.
    package var known: [(name: String, value: LogValue)] { ExtendedLog.known(of: self) }
}
