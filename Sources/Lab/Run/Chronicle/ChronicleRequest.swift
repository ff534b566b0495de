internal import DownloadCore

/// One request as the engine had it. Times are elapsed since the download's start.
struct ChronicleRequest: Sendable, Hashable {
    enum Ending: Sendable, Hashable {
        /// Nothing more was heard of it.
        case open
        case whole
        /// The connection failed; in words.
        case failed(String)
        /// The engine wanted no more of it.
        case aborted
        /// The answer was of no use, and its body was let go.
        case dismissed
    }

    /// Nothing came for a while, in the middle of a body.
    struct Silence: Sendable, Hashable {
        var start: Duration
        var end: Duration
    }

    /// A silence that is worth telling, and how many are told of one request.
    static let leastSilence = Duration.seconds(2)
    static let mostSilences = 8

    /// Order in which requests were sent, from 1.
    var number: Int
    var resource: ResourceID
    /// The n-th request for the resource, from 1.
    var attempt: Int
    /// Of a stream that only the player wanted.
    var isForGuest: Bool
    /// Without credentials.
    var url: String
    /// Value of the Range field.
    var range: String?
    var sentAt: Duration
    var headAt: Duration?
    var endedAt: Duration?
    var status: Int?
    var declaredLength: Int?
    var retryAfter: Duration?
    /// Body bytes that were kept.
    var bytes = 0
    var lastByteAt: Duration?
    var silences: [Silence] = []
    var ending = Ending.open
    /// Why the resource was asked for again, and the pause before that.
    var trouble: String?
    var pause: Duration?

    /// Something went wrong with it.
    var hadTrouble: Bool {
        if case .failed = ending { return true }
        return trouble != nil || (status ?? 200) >= 400
    }

    /// Path and query of the URL.
    var path: String {
        guard let slashes = url.firstRange(of: "//") else { return url }
        let rest = url[slashes.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }

    mutating func take(_ count: Int, at elapsed: Duration) {
        let last = lastByteAt ?? headAt ?? elapsed
        if elapsed - last >= Self.leastSilence, silences.count < Self.mostSilences {
            silences.append(Silence(start: last, end: elapsed))
        }
        bytes += count
        lastByteAt = elapsed
    }

    mutating func end(_ ending: Ending, at elapsed: Duration) {
        guard endedAt == nil else { return }
        self.ending = ending
        endedAt = elapsed
    }
}
