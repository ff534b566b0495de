public import FoundationEssentials

extension AccessLog {
    /// Reads a log in the W3C's extended log file format, from a file of a device for example.
    /// - Throws: ``ExtendedLogError`` with the line at which it is none.
    public init(extendedLogData data: Data) throws(ExtendedLogError) {
        try self.init(parsing: String(decoding: data, as: UTF8.self))
    }

    /// The log in the W3C's extended log file format, in UTF-8; AVFoundation's `extendedLogData()`.
    /// - Parameter date: when it is written, for the log's head.
    public func extendedLogData(writtenAt date: Date? = nil) -> Data {
        Data(extendedLogText(writtenAt: date?.sinceEpoch).utf8)
    }
}

extension AccessLogEvent {
    /// When the period began, to the microsecond; AVFoundation's `playbackStartDate`.
    public var playbackStartDate: Date? {
        get { playbackStart.map(Date.init(sinceEpoch:)) }
        set { playbackStart = newValue?.sinceEpoch }
    }
}

extension ErrorLog {
    /// Reads a log in the W3C's extended log file format, from a file of a device for example.
    /// - Throws: ``ExtendedLogError`` with the line at which it is none.
    public init(extendedLogData data: Data) throws(ExtendedLogError) {
        try self.init(parsing: String(decoding: data, as: UTF8.self))
    }

    /// The log in the W3C's extended log file format, in UTF-8; AVFoundation's `extendedLogData()`.
    /// - Parameter date: when it is written, for the log's head.
    public func extendedLogData(writtenAt date: Date? = nil) -> Data {
        Data(extendedLogText(writtenAt: date?.sinceEpoch).utf8)
    }
}

extension ErrorLogEvent {
    /// When it happened, to the microsecond; AVFoundation's `date`.
    public var date: Date? {
        get { moment.map(Date.init(sinceEpoch:)) }
        set { moment = newValue?.sinceEpoch }
    }
}

extension Date {
    fileprivate init(sinceEpoch time: Duration) {
        self.init(timeIntervalSince1970: time / .seconds(1))
    }

    /// Finer than a microsecond a date of our times is not; one beyond all calendars is none.
    fileprivate var sinceEpoch: Duration? {
        let microseconds = (timeIntervalSince1970 * 1e6).rounded()
        return Int64(exactly: microseconds).map { .microseconds($0) }
    }
}
