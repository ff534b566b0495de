/// What an access log and an error log tell of a playback.
///
/// The fields are those of AVFoundation's logs. An entry of the access log is a period in which one
/// variant plays without an interruption: it ends at a switch, a stall, a seek and the end.
package struct PlaybackLog: Sendable, Hashable {
    package struct Access: Sendable, Hashable {
        /// Of the media playlist; empty before the first frame.
        package var uri = ""
        package var start: Duration
        package var requestCount = 0
        package var stallCount = 0
        package var secondsWatched = 0.0
        /// Media bytes from the network.
        package var bytes = 0
        /// Time that requests for them were open.
        package var transferDuration = Duration.zero
        package var videoBytes = 0
        package var audioBytes = 0
        /// BANDWIDTH and AVERAGE-BANDWIDTH; nil before the first frame, or undeclared.
        package var indicatedBitRate: Int?
        package var indicatedAverageBitRate: Int?
        /// Bit/s of the requests, the time to the first byte included.
        package var observed = Spread()
        /// Of the first entry: from the request to play to the first frame.
        package var startupTime: Duration?
        /// BANDWIDTH of the variant that was switched to; nil where no switch began the entry.
        package var switchBitRate: Int?
    }

    package struct Failure: Sendable, Hashable {
        package var time: Duration
        package var uri: String
        package var comment: String
    }

    /// Least, greatest, mean and deviation of numbers that come one by one.
    package struct Spread: Sendable, Hashable {
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
    mutating func plays(from place: Duration) { self.place = place }

    /// The playhead got to a place.
    mutating func watched(upTo place: Duration) {
        if let last = self.place {
            change { $0.secondsWatched += max(.zero, place - last) / .seconds(1) }
        }
        self.place = place
    }

    /// A level begins to play.
    mutating func plays(_ level: PlayerPresentation.Level, uri: String, at now: Duration) {
        let isFirst = access.last?.uri.isEmpty == true
        if !isFirst { next(at: now) }
        change {
            $0.uri = uri
            $0.indicatedBitRate = level.peakBitRate
            $0.indicatedAverageBitRate = level.averageBitRate
            if !isFirst { $0.switchBitRate = level.peakBitRate }
        }
    }

    mutating func stalled(at now: Duration) {
        change { $0.stallCount += 1 }
        next(at: now)
    }

    mutating func sought(to place: Duration, at now: Duration) {
        self.place = place
        next(at: now)
    }

    /// Another period of the same variant, if the present one has had something.
    private mutating func next(at now: Duration) {
        guard let last = access.last, last.secondsWatched > 0 || last.stallCount > 0 else {
            return
        }
        var entry = Access(start: now)
        entry.uri = last.uri
        entry.indicatedBitRate = last.indicatedBitRate
        entry.indicatedAverageBitRate = last.indicatedAverageBitRate
        access.append(entry)
    }

    mutating func transferred(
        _ request: PlayedSequence.Request, of kind: PlayerPresentation.Stream.Kind
    ) {
        change { entry in
            entry.bytes += request.bytes
            entry.transferDuration += request.end - request.start
            if kind == .video { entry.videoBytes += request.bytes }
            if kind == .audio { entry.audioBytes += request.bytes }
            let seconds = (request.end - request.start) / .seconds(1)
            if seconds > 0, request.bytes > 0 {
                entry.observed.add(Double(request.bytes) * 8 / seconds)
            }
        }
    }

    mutating func failed(_ uri: String, _ comment: String, at now: Duration) {
        failures.append(Failure(time: now, uri: uri, comment: comment))
    }

    mutating func end(at now: Duration, _ state: PlaybackState) {
        if case .failed(let reason) = state { failed(access.last?.uri ?? "", reason, at: now) }
    }

    /// Sum over the periods.
    package var totalDurationWatched: Double { access.reduce(0) { $0 + $1.secondsWatched } }
}
