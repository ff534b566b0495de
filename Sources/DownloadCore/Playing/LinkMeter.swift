/// The rate at which the link carries parts, all requests together, over the last seconds in which
/// any was open.
struct LinkMeter: Sendable {
    /// Two of these make the window: long enough for a few round trips of a slow link.
    static let span = Duration.seconds(3)
    /// Less than this says nothing yet.
    private static let leastTime = Duration.milliseconds(500)

    private static let answersKept = 4

    private var answers: [Duration] = []
    private var bytes = 0
    /// Attoseconds, which are reckoned with in place: this is done for every packet.
    private var time: Int128 = 0
    private var earlierBytes = 0
    private var earlierTime: Int128 = 0
    /// Up to when time has been counted; nil before the first request.
    private var mark: Int128?

    /// A request goes out, and none was open.
    mutating func start(at now: Duration) { mark = now.attoseconds }

    mutating func answered(after time: Duration) {
        answers.append(time)
        if answers.count > Self.answersKept { answers.removeFirst() }
    }

    /// The longest that one of the last requests took to be answered; zero before the first.
    var answerTime: Duration { answers.max() ?? .zero }

    mutating func received(_ count: Int, at now: Duration) {
        let now = now.attoseconds
        if let mark, now > mark { time += now - mark }
        mark = now
        bytes += count
        guard time >= Self.span.attoseconds else { return }
        (earlierBytes, earlierTime) = (bytes, time)
        (bytes, time) = (0, 0)
    }

    /// Bytes per second; nil before something is known.
    var bytesPerSecond: Double? {
        let whole = time + earlierTime
        guard whole >= Self.leastTime.attoseconds, bytes + earlierBytes > 0 else { return nil }
        return Double(bytes + earlierBytes) / Duration(attoseconds: whole).fractionalSeconds
    }
}
