internal import PlaybackCore

/// The sums of an access log. What a period does not say counts nothing; nil: none says it.
struct LogTotals: Sendable, Hashable, Encodable {
    var periods: Int
    /// AVFoundation's `totalDurationWatched`.
    var totalDurationWatched: Double
    var secondsDownloaded: Double?
    var stalls: Int?
    /// Periods that play another playlist, or one of another rate, than the period before.
    var switches: Int
    var requests: Int?
    var bytes: Int?
    var transferSeconds: Double?
    /// Bytes over the time that requests were open, of periods that tell both; else the mean of what
    /// the periods observed, by their bytes.
    var observedBitrate: Double?
    /// By the time watched.
    var indicatedBitrate: Double?
    var startupSeconds: Double?
    var overdue: Int?
    var droppedFrames: Int?

    init(_ log: AccessLog) {
        let events = log.events
        func sum(_ path: KeyPath<AccessLogEvent, Int>) -> Int? {
            let known = events.map { $0[keyPath: path] }.filter { $0 >= 0 }
            // Numbers of a hostile file may be as large as they like.
            return known.isEmpty
                ? nil : known.reduce(0) { $0.addingReportingOverflow($1).partialValue }
        }
        func sum(_ path: KeyPath<AccessLogEvent, Double>) -> Double? {
            let known = events.map { $0[keyPath: path] }.filter { $0 >= 0 }
            return known.isEmpty ? nil : known.reduce(0, +)
        }
        func mean(
            _ value: KeyPath<AccessLogEvent, Double>, by weight: (AccessLogEvent) -> Double
        ) -> Double? {
            let known = events.filter { $0[keyPath: value] >= 0 && weight($0) > 0 }
            let total = known.reduce(0) { $0 + weight($1) }
            guard total > 0 else { return nil }
            return known.reduce(0) { $0 + $1[keyPath: value] * weight($1) } / total
        }
        periods = events.count
        totalDurationWatched = log.totalDurationWatched
        secondsDownloaded = sum(\.segmentsDownloadedDuration)
        stalls = sum(\.numberOfStalls)
        switches = zip(events, events.dropFirst()).count { old, new in
            old.uri != nil && new.uri != nil
                && (old.uri != new.uri || old.indicatedBitrate != new.indicatedBitrate)
        }
        requests = sum(\.numberOfMediaRequests)
        bytes = sum(\.numberOfBytesTransferred)
        transferSeconds = sum(\.transferDuration)
        let timed = events.filter { $0.transferDuration > 0 && $0.numberOfBytesTransferred >= 0 }
        if timed.isEmpty {
            observedBitrate = mean(\.observedBitrate) { Double($0.numberOfBytesTransferred) }
        } else {
            let bits = timed.reduce(0) { $0 + Double($1.numberOfBytesTransferred) * 8 }
            observedBitrate = bits / timed.reduce(0) { $0 + $1.transferDuration }
        }
        indicatedBitrate = mean(\.indicatedBitrate) { $0.durationWatched }
        startupSeconds = events.first { $0.startupTime >= 0 }?.startupTime
        overdue = sum(\.downloadOverdue)
        droppedFrames = sum(\.numberOfDroppedVideoFrames)
    }
}
