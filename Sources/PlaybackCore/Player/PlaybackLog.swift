/// What an access log and an error log tell of a playback.
///
/// The fields are those of AVFoundation's logs. An entry of the access log is a period in which one
/// variant plays without an interruption: it ends at a switch, a stall, a seek and the end.
package struct PlaybackLog: Sendable, Hashable, Codable {
    package struct Access: Sendable, Hashable, Codable {
        /// Of the media playlist; empty before the first frame.
        package var uri = ""
        package var start: Duration
        /// Media time at which it began; nil before the first frame.
        package var startOffset: Duration?
        package var requestCount = 0
        package var stallCount = 0
        /// Media time.
        package var watched = Duration.zero
        /// Media bytes from the network.
        package var bytes = 0
        /// Time that requests for them were open.
        package var transferDuration = Duration.zero
        /// Whole segments from the network.
        package var video = Media()
        package var audio = Media()
        /// Segments that took longer to arrive than they play.
        package var overdueCount = 0
        /// BANDWIDTH and AVERAGE-BANDWIDTH; nil before the first frame, or undeclared.
        package var indicatedBitRate: Int?
        package var indicatedAverageBitRate: Int?
        /// Bit/s of the requests, the time to the first byte included.
        package var observed = Spread()
        /// Of the first entry: from the request to play to the first frame.
        package var startupTime: Duration?
        /// What the rule expected of the link when it chose another variant, in bit/s; nil where no
        /// switch began the entry, and where the rule goes by something else.
        package var switchBitRate: Double?

        package var secondsWatched: Double { watched / .seconds(1) }
    }

    /// Segments that arrived.
    package struct Media: Sendable, Hashable, Codable {
        package var bytes = 0
        package var duration = Duration.zero
    }

    package struct Failure: Sendable, Hashable, Codable {
        package var time: Duration
        package var uri: String
        package var comment: String
    }

    /// Least, greatest, mean and deviation of numbers that come one by one.
    package struct Spread: Sendable, Hashable, Codable {
        package private(set) var count = 0
        package private(set) var mean = 0.0
        package private(set) var minimum = Double.infinity
        package private(set) var maximum = -Double.infinity
        private var squares = 0.0

        package mutating func add(_ value: Double) {
            count += 1
            let distance = value - mean
            mean += distance / Double(count)
            squares += distance * (value - mean)
            minimum = min(minimum, value)
            maximum = max(maximum, value)
        }

        package var standardDeviation: Double {
            count > 1 ? (squares / Double(count - 1)).squareRoot() : 0
        }
    }

    package private(set) var access: [Access] = []
    package private(set) var failures: [Failure] = []
    /// Of all periods.
    package private(set) var stallCount = 0
    /// Media time up to which has been watched.
    private var place: Duration?

    package init() {}

    private mutating func change(_ act: (inout Access) -> Void) {
        guard !access.isEmpty else { return }
        act(&access[access.count - 1])
    }

    mutating func begin(at now: Duration) {
        access.append(Access(start: now))
    }

    mutating func requested() { change { $0.requestCount += 1 } }

    mutating func started(after time: Duration) { change { $0.startupTime = time } }

    /// The playhead begins to move from a place.
    mutating func plays(from place: Duration) {
        self.place = place
        change { $0.startOffset = $0.startOffset ?? place }
    }

    /// The playhead got to a place.
    mutating func watched(upTo place: Duration) {
        if let last = self.place {
            change { $0.watched += max(.zero, place - last) }
        }
        self.place = place
    }

    /// A level begins to play.
    /// - Parameter estimate: what the rule expected of the link when it chose the level, in bit/s.
    mutating func plays(
        _ level: PlayerPresentation.Level, uri: String, chosenBy estimate: Double?,
        at now: Duration
    ) {
        let isFirst = access.last?.uri.isEmpty == true
        if !isFirst { next(at: now) }
        change {
            $0.uri = uri
            $0.indicatedBitRate = level.peakBitRate
            $0.indicatedAverageBitRate = level.averageBitRate
            if !isFirst { $0.switchBitRate = estimate }
        }
    }

    mutating func stalled(at now: Duration) {
        stallCount += 1
        change { $0.stallCount += 1 }
        next(at: now)
    }

    mutating func sought(to place: Duration, at now: Duration) {
        self.place = place
        next(at: now)
        // A period in which nothing has played yet begins where it will.
        change { if $0.watched == .zero { $0.startOffset = place } }
    }

    /// Another period of the same variant, if the present one has had something.
    private mutating func next(at now: Duration) {
        guard let last = access.last, last.watched > .zero || last.stallCount > 0 else { return }
        var entry = Access(start: now)
        entry.startOffset = place
        entry.uri = last.uri
        entry.indicatedBitRate = last.indicatedBitRate
        entry.indicatedAverageBitRate = last.indicatedAverageBitRate
        access.append(entry)
    }

    /// - Parameter duration: of the segment, in media time; nil when not all of it arrived.
    mutating func transferred(
        _ request: PlayedSequence.Request, of kind: PlayerPresentation.Stream.Kind,
        _ duration: Duration?
    ) {
        change { entry in
            entry.bytes += request.bytes
            entry.transferDuration += request.end - request.start
            let seconds = (request.end - request.start) / .seconds(1)
            if seconds > 0, request.bytes > 0 {
                entry.observed.add(Double(request.bytes) * 8 / seconds)
            }
            guard let duration else { return }
            if request.end - request.start > duration { entry.overdueCount += 1 }
            let media = Media(bytes: request.bytes, duration: duration)
            if kind == .video { entry.video += media }
            if kind == .audio { entry.audio += media }
        }
    }

    mutating func failed(_ uri: String, _ comment: String, at now: Duration) {
        failures.append(Failure(time: now, uri: uri, comment: comment))
    }

    mutating func end(at now: Duration, _ state: PlaybackState) {
        if case .failed(let reason) = state { failed(access.last?.uri ?? "", reason, at: now) }
    }

    /// Sum over the periods.
    package var totalDurationWatched: Double {
        access.reduce(Duration.zero) { $0 + $1.watched } / .seconds(1)
    }
}

extension PlaybackLog.Media {
    fileprivate static func += (sum: inout Self, other: Self) {
        sum.bytes += other.bytes
        sum.duration += other.duration
    }
}
