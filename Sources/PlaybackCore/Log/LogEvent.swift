/// A record of a log of which the fields are known: of an access log or an error log.
protocol LogEvent: Sendable {
    init()

    /// The fields in the order in which they are written.
    static var properties: [(name: String, value: LogProperty<Self>)] { get }

    /// Fields that are none of these, by their names.
    var otherFields: [String: String] { get set }
}

/// What a field of a log is to its event.
enum LogProperty<Event>: Sendable {
    /// Negative: unknown.
    case count(any WritableKeyPath<Event, Int> & Sendable)
    /// Negative: unknown.
    case number(any WritableKeyPath<Event, Double> & Sendable)
    /// A number that may be negative.
    case code(any WritableKeyPath<Event, Int?> & Sendable)
    case text(any WritableKeyPath<Event, String?> & Sendable)
    /// The day of a time since 1970-01-01T00:00:00Z.
    case date(any WritableKeyPath<Event, Duration?> & Sendable)
    /// The time of the same day.
    case time(any WritableKeyPath<Event, Duration?> & Sendable)
}
