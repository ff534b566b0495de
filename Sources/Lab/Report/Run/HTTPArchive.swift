internal import FixtureOrigin
internal import Foundation

/// The requests of a run as a HAR 1.2 document (W3C editor's draft "HTTP Archive (HAR) format" of
/// 2012-08-14), which developer tools of browsers open: `session.har`. An entry for each attempt, as
/// the engine had it; bodies and secrets are not in it.
struct HTTPArchive: Encodable, Sendable {
    struct Log: Encodable, Sendable {
        var version = "1.2"
        var creator: Creator
        var pages: [Page]
        var entries: [Entry]
        var comment: String
    }

    struct Creator: Encodable, Sendable {
        var name = "hlslab"
        var version = LabVersion.current
    }

    struct Page: Encodable, Sendable {
        struct Timings: Encodable, Sendable {
            /// Milliseconds; -1: does not apply.
            var onContentLoad = -1.0
            var onLoad: Double
        }

        var startedDateTime: String
        var id = "run"
        var title: String
        var pageTimings: Timings
    }

    struct Entry: Encodable, Sendable {
        var pageref = "run"
        var startedDateTime: String
        /// Milliseconds.
        var time: Double
        var request: Request
        var response: Response
        var cache: [String: String] = [:]
        var timings: Timings
        var comment: String?
    }

    struct Pair: Encodable, Sendable {
        var name: String
        var value: String
    }

    struct Request: Encodable, Sendable {
        var method = "GET"
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        var headers: [Pair]
        var queryString: [Pair]
        /// -1: not known.
        var headersSize = -1
        var bodySize = 0
    }

    struct Response: Encodable, Sendable {
        struct Content: Encodable, Sendable {
            var size: Int
            var mimeType: String
        }

        /// 0: there was no answer.
        var status: Int
        var statusText = ""
        var httpVersion = "HTTP/1.1"
        var cookies: [Pair] = []
        var headers: [Pair]
        var content: Content
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int
        /// What went wrong, where browsers look for it.
        var _error: String?
    }

    /// Milliseconds; -1: does not apply. A connection is waited for as part of `wait`.
    struct Timings: Encodable, Sendable {
        var blocked = -1.0
        var dns = -1.0
        var connect = -1.0
        var send = 0.0
        var wait: Double
        var receive: Double
        var ssl = -1.0
    }

    var log: Log
}

extension HTTPArchive {
    init(_ report: RunReport) {
        let begin = report.circumstances.begin.map { Duration.seconds($0) }
        let chronicle = report.chronicle
        let entries = OriginEntries(report.record, begin: report.circumstances.originSeconds)
            .entries(for: chronicle.requests)
        let start = begin ?? .zero
        let clock =
            begin == nil
            ? "Time is virtual: dates begin at 1970-01-01T00:00:00Z."
            : "Times are the engine's."
        let untold =
            chronicle.requestsUntold > 0
            ? " \(chronicle.requestsUntold) further requests were made and are not here." : ""
        log = Log(
            creator: Creator(),
            pages: [
                Page(
                    startedDateTime: Self.date(start),
                    title: "\(report.summary.asset) over \(report.summary.link.profile)",
                    pageTimings: .init(onLoad: Self.milliseconds(chronicle.end)))
            ],
            entries: zip(chronicle.requests, entries).map {
                Entry($0, $1, start: start, end: chronicle.end)
            }, comment: clock + untold)
    }

    static func date(_ time: Duration) -> String {
        let date = Date(timeIntervalSince1970: time / .seconds(1))
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// To the microsecond.
    static func milliseconds(_ time: Duration) -> Double {
        (max(.zero, time) / .microseconds(1)).rounded() / 1_000
    }
}

extension HTTPArchive.Entry {
    fileprivate init(
        _ request: ChronicleRequest, _ entry: RecordLine?, start: Duration, end: Duration
    ) {
        let over = request.endedAt ?? end
        let head = request.headAt ?? over
        let wait = HTTPArchive.milliseconds(head - request.sentAt)
        let receive = HTTPArchive.milliseconds(over - head)
        startedDateTime = HTTPArchive.date(start + request.sentAt)
        time = wait + receive
        timings = .init(wait: wait, receive: receive)
        self.request = .init(
            url: request.url, headers: Self.fields(of: request, entry),
            queryString: Self.query(of: request.url))
        response = .init(request, request.status == nil ? nil : entry)
        let notes = [
            entry?.part, "attempt \(request.attempt)",
            request.isForGuest ? "for the player alone" : nil,
            entry?.fault.map { "fault: \($0)" }, request.trouble.map { "again, because: \($0)" },
        ]
        comment = notes.compactMap(\.self).joined(separator: "; ")
    }

    private static func fields(
        of request: ChronicleRequest, _ entry: RecordLine?
    ) -> [HTTPArchive.Pair] {
        [("User-Agent", entry?.userAgent), ("Range", request.range)].compactMap { name, value in
            value.map { HTTPArchive.Pair(name: name, value: $0) }
        }
    }

    private static func query(of url: String) -> [HTTPArchive.Pair] {
        (URLComponents(string: url)?.queryItems ?? []).map {
            HTTPArchive.Pair(name: $0.name, value: $0.value ?? "")
        }
    }
}

extension HTTPArchive.Response {
    /// - Parameter entry: what the origin answered; nil: the engine heard no answer.
    fileprivate init(_ request: ChronicleRequest, _ entry: RecordLine?) {
        let fields = [
            ("Content-Type", entry?.contentType),
            ("Content-Length", request.declaredLength.map(String.init)),
            ("Location", entry?.location),
            ("Retry-After", request.retryAfter.map { "\(Int(($0 / .seconds(1)).rounded(.up)))" }),
        ]
        let error: String? =
            switch request.ending {
            case .failed(let reason): reason
            case .aborted: "given up by the engine"
            case .open: "not ended"
            case .whole, .dismissed: nil
            }
        self.init(
            status: request.status ?? 0,
            headers: fields.compactMap { name, value in
                value.map { HTTPArchive.Pair(name: name, value: $0) }
            },
            content: .init(
                size: request.bytes, mimeType: entry?.contentType ?? "x-unknown"),
            redirectURL: entry?.location ?? "", bodySize: request.bytes, _error: error)
    }
}
