/// The link of a ``PensieveSession``.
///
/// Source: `get_video_chunk` of Pensieve's simulator, as thu-media/Comyco carries it
/// (`src/fixed_env.py`): 95 % of the rate is payload, a chunk costs 80 ms more that do not move the trace
/// on, a full buffer waits in steps that do.
struct PensieveNetwork: Sendable {
    private static let payloadShare = 0.95
    static let roundTrip = 80.0

    private let trace: PensieveTrace
    private var index = 1
    /// In seconds of the trace.
    private var time: Double

    init(_ trace: PensieveTrace) {
        self.trace = trace
        time = trace.times[0]
    }

    /// Fetches a chunk.
    /// - Returns: milliseconds from the request to the last byte.
    mutating func fetch(bytes: Double) -> Double {
        var seconds = 0.0
        var sent = 0.0
        while true {
            let rate = trace.rates[index] * 1_000_000 / 8
            let duration = trace.times[index] - time
            let payload = rate * duration * Self.payloadShare
            if sent + payload > bytes {
                let rest = (bytes - sent) / rate / Self.payloadShare
                seconds += rest
                time += rest
                return seconds * 1_000 + Self.roundTrip
            }
            sent += payload
            seconds += duration
            next()
        }
    }

    /// Lets milliseconds pass.
    mutating func idle(_ milliseconds: Double) {
        var rest = milliseconds
        while true {
            let duration = trace.times[index] - time
            if duration > rest / 1_000 {
                time += rest / 1_000
                return
            }
            rest -= duration * 1_000
            next()
        }
    }

    private mutating func next() {
        time = trace.times[index]
        index += 1
        if index == trace.times.count {
            index = 1
            time = 0
        }
    }
}
