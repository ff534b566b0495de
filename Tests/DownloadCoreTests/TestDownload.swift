import DownloadCore
import Testing

/// A machine under test: events in, commands remembered.
struct TestDownload {
    private(set) var machine: DownloadMachine
    private var random = SeededRandom(seed: 1)
    /// What the last event led to.
    private(set) var commands: [DownloadCommand] = []
    /// Everything since the beginning.
    private(set) var history: [DownloadCommand] = []

    static let url = "http://host/a/index.m3u8"

    init(
        url: String = TestDownload.url, options: DownloadOptions = DownloadOptions(),
        resuming snapshot: DownloadSnapshot? = nil
    ) {
        machine = DownloadMachine(url: url, options: options, resuming: snapshot)
        send(.started)
    }

    /// A download of one media playlist of `segments` segments that has its first requests open.
    static func ofSegments(
        _ segments: Int = 6, options: DownloadOptions = DownloadOptions(),
        resuming snapshot: DownloadSnapshot? = nil
    ) -> TestDownload {
        var download = TestDownload(options: options, resuming: snapshot)
        download.playlist(1, mediaPlaylist(segments))
        return download
    }

    static func mediaPlaylist(
        _ segments: Int, name: String = "s", query: String = "", end: Bool = true
    ) -> String {
        let lines = (1...segments).map { "#EXTINF:4,\n\(name)\($0).ts\(query)\n" }.joined()
        return "#EXTM3U\n#EXT-X-TARGETDURATION:4\n" + lines + (end ? "#EXT-X-ENDLIST\n" : "")
    }

    @discardableResult
    mutating func send(_ event: DownloadEvent, at time: Duration = .zero) -> [DownloadCommand] {
        commands = machine.handle(event, at: time, using: &random)
        history += commands
        return commands
    }

    // MARK: Events in short

    mutating func respond(_ id: Int, _ head: ResponseHead, at time: Duration = .zero) {
        send(.responded(RequestID(id), head), at: time)
    }

    mutating func receive(_ id: Int, _ count: Int, at time: Duration = .zero) {
        send(.received(RequestID(id), byteCount: count), at: time)
    }

    mutating func end(
        _ id: Int, _ finding: ContainerFinding = .whole(.mpegTS), at time: Duration = .zero
    ) {
        send(.ended(RequestID(id), container: finding), at: time)
    }

    mutating func fail(
        _ id: Int, _ failure: TransportFailure = .connectionLost("x"), at time: Duration = .zero
    ) {
        send(.failed(RequestID(id), failure), at: time)
    }

    mutating func playlist(_ id: Int, _ text: String, tag: String? = nil, at time: Duration = .zero)
    {
        respond(id, ResponseHead(status: 200, strongEntityTag: tag), at: time)
        send(.endedPlaylist(RequestID(id), bytes: Array(text.utf8)), at: time)
    }

    /// A part of 188 bytes arrives whole and is stored.
    mutating func deliver(_ id: Int, at time: Duration = .zero) {
        respond(id, .ok(188), at: time)
        receive(id, 188, at: time)
        end(id, at: time)
        guard case .store(let resource, _)? = commands.first(where: { $0.isStore }) else {
            Issue.record("request \(id) led to no store: \(commands)")
            return
        }
        send(.stored(resource), at: time)
    }

    // MARK: Commands in short

    /// The requests of the last event.
    var fetches: [FetchRequest] { commands.compactMap(\.request) }
    var allFetches: [FetchRequest] { history.compactMap(\.request) }

    /// When the machine last asked to be woken.
    var wake: Duration? {
        history.compactMap { if case .wake(let time) = $0 { time } else { nil } }.last
    }

    /// The pause of the last retry.
    var pause: Duration? {
        history.compactMap {
            if case .report(.retrying(_, _, let pause)) = $0 { pause } else { nil }
        }.last
    }

    var outcome: DownloadOutcome? {
        history.compactMap { if case .finish(let outcome) = $0 { outcome } else { nil } }.last
    }

    var failure: DownloadFailure? {
        outcome?.failure
    }

    /// The request that the machine makes when its next wakes have come.
    mutating func wakeUntilFetch() throws -> (request: FetchRequest, time: Duration) {
        for _ in 0..<100 {
            let wake = try #require(wake)
            send(.woke, at: wake)
            if let request = fetches.first { return (request, wake) }
        }
        struct NoFetch: Error {}
        throw NoFetch()
    }
}

extension DownloadCommand {
    var request: FetchRequest? {
        if case .fetch(let request) = self { request } else { nil }
    }

    var isStore: Bool {
        if case .store = self { true } else { false }
    }

    var bodyPlan: BodyPlan? {
        if case .receive(_, let plan) = self { plan } else { nil }
    }
}

extension ResponseHead {
    static func ok(_ length: Int?, tag: String? = "\"v1\"") -> ResponseHead {
        ResponseHead(status: 200, contentLength: length, strongEntityTag: tag)
    }

    static func partial(_ first: Int, _ last: Int, of total: Int?, tag: String? = "\"v1\"")
        -> ResponseHead
    {
        ResponseHead(
            status: 206, contentLength: last - first + 1,
            contentRange: ContentRange(first: first, last: last, total: total),
            strongEntityTag: tag)
    }

    static func status(_ status: Int, retryAfter: Duration? = nil) -> ResponseHead {
        ResponseHead(status: status, retryAfter: retryAfter)
    }
}

extension [DownloadCommand] {
    var names: [String] {
        map { command in
            switch command {
            case .fetch: "fetch"
            case .receive: "receive"
            case .recheck: "recheck"
            case .receivePlaylist: "receivePlaylist"
            case .receiveKey: "receiveKey"
            case .storeKey: "storeKey"
            case .askApp: "askApp"
            case .abort: "abort"
            case .dismiss: "dismiss"
            case .keepPause: "keepPause"
            case .keepPlaylist: "keepPlaylist"
            case .lay: "lay"
            case .layGuest: "layGuest"
            case .discardGuestPart: "discardGuestPart"
            case .discardStream: "discardStream"
            case .discardPartial: "discardPartial"
            case .store: "store"
            case .seal: "seal"
            case .lookForSpace: "lookForSpace"
            case .wake: "wake"
            case .report: "report"
            case .finish: "finish"
            }
        }
    }
}
