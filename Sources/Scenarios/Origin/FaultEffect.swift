/// What a fault does to the healthy answer. Bytes count bytes of the body of that answer.
package enum FaultEffect: Sendable, Hashable {
    /// A final status, 200 to 599: who reads a scenario checks that.
    case status(Int, retryAfter: RetryAfter? = nil)
    /// Nothing for this long, then the healthy answer.
    case delay(Duration)
    /// The healthy answer, with a pause after this byte.
    case stall(afterByte: Int, for: Duration)
    /// The full Content-Length is declared, the connection closes after this byte.
    case truncate(afterByte: Int)
    /// No length is declared: the answer is chunked and ends properly after this byte.
    case truncateWithoutLength(afterByte: Int)
    case reset(afterByte: Int)
    /// 200 with an HTML page, as a captive portal sends.
    case wrongType
    /// An answer that sends the client elsewhere.
    case redirect(to: String, status: Int = 302)
    /// 200 with a body of no bytes, and a length that says so.
    case empty
    /// The connection is reset where the head should come.
    case resetBeforeHead
    /// All bits of one byte of the body are turned; none where the body is shorter.
    case flip(byte: Int)
    /// Content-Length says so many bytes. The body is what it is, and the connection closes behind
    /// it.
    case declare(length: Int)
    /// Content-Range says that the bytes begin so much later than they do; for answers with 206.
    case shiftRange(by: Int)
    /// 200 with the whole file, whatever range was asked for.
    case ignoreRange
    /// The representation has another entity tag, given without its quotes, and the same bytes.
    case entityTag(String)
    /// 200 with this text in place of the content.
    case body(String)
    /// 200 with a body that has so many bytes, and says so; nil: one that never ends.
    case flood(Flood, length: Int? = nil)

    package enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// As an HTTP-date, so many seconds after the answer's Date. The origin's clock is ahead of
        /// the true one by so many seconds, in both of these fields.
        case date(secondsFromNow: Int, clockAhead: Int = 0)
    }
}

extension FaultEffect {
    static let portalPage = """
        <!DOCTYPE html>
        <html><head><title>Sign in</title></head>
        <body><h1>Please sign in to use this network</h1></body></html>

        """

    /// The plan that `healthy` becomes under this fault.
    func applied(to healthy: ResponsePlan) -> ResponsePlan {
        var plan = healthy
        plan.fault = self
        switch self {
        case .status(let status, let retryAfter):
            plan.replaceAnswer(with: .message(status))
            plan.headers += retryAfter.map { [$0.header] } ?? []
            if case .date(_, let ahead)? = retryAfter { plan.clockAhead += ahead }
        case .delay(let duration):
            plan.headDelay += duration
        case .stall(let byte, let duration):
            plan.pauses.append(.init(after: byte, for: duration))
            plan.pauses.sort { $0.byte < $1.byte }
        case .truncate(let byte):
            plan.ending = .close(afterByte: byte)
        case .truncateWithoutLength(let byte):
            plan.keepBody(upTo: byte)
            plan.declaredLength = nil
        case .reset(let byte):
            plan.ending = .reset(afterByte: byte)
        case .wrongType:
            plan.replaceAnswer(with: .text(200, type: "text/html", Self.portalPage))
        case .redirect(let target, let status):
            plan.replaceAnswer(with: .message(status))
            plan.headers.append(.init("Location", .text(target)))
        case .empty:
            plan.replaceAnswer(with: .init(status: 200, headers: healthy.contentType))
            plan.body = .bytes([])
            plan.declaredLength = 0
        case .resetBeforeHead:
            plan.ending = .resetBeforeHead
        case .flip(let byte):
            plan.flips.append(byte)
        case .declare(let length):
            plan.declaredLength = length
            plan.ending = .close(afterByte: plan.bodyLength)
        case .shiftRange(let count):
            plan.shiftRange(by: count)
        case .ignoreRange:
            break
        case .entityTag(let tag):
            plan.replaceHeader("ETag", with: "\"\(tag)\"")
        case .body(let text):
            let bytes = Array(text.utf8)
            plan.replaceAnswer(
                with: .init(
                    status: 200, headers: healthy.contentType, body: .bytes(bytes),
                    declaredLength: bytes.count))
        case .flood(let flood, let length):
            plan.replaceAnswer(
                with: .init(
                    status: 200, headers: healthy.contentType,
                    body: .flood(flood, length: length ?? Flood.endless), declaredLength: length))
            if flood == .gzip { plan.headers.append(.init("Content-Encoding", .text("gzip"))) }
        }
        return plan
    }
}

extension FaultEffect.RetryAfter {
    fileprivate var header: ResponsePlan.Header {
        switch self {
        case .seconds(let seconds): .init("Retry-After", .text(String(seconds)))
        case .date(let seconds, _): .init("Retry-After", .date(secondsFromNow: seconds))
        }
    }
}
