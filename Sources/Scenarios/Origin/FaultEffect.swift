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

    package enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// As an HTTP-date, so many seconds after the answer's Date.
        case date(secondsFromNow: Int)
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
        }
        return plan
    }
}

extension FaultEffect.RetryAfter {
    fileprivate var header: ResponsePlan.Header {
        switch self {
        case .seconds(let seconds): .init("Retry-After", .text(String(seconds)))
        case .date(let seconds): .init("Retry-After", .date(secondsFromNow: seconds))
        }
    }
}

extension FaultEffect: CustomStringConvertible {
    /// In the words of a scenario file.
    package var description: String {
        switch self {
        case .status(let status, nil): "status \(status)"
        case .status(let status, .seconds(let seconds)):
            "status \(status), Retry-After \(seconds) s"
        case .status(let status, .date(let seconds)):
            "status \(status), Retry-After a date in \(seconds) s"
        case .delay(let duration): "delay \(duration)"
        case .stall(let byte, let duration): "stall \(duration) after byte \(byte)"
        case .truncate(let byte): "truncate after byte \(byte)"
        case .truncateWithoutLength(let byte): "truncate without length after byte \(byte)"
        case .reset(let byte): "reset after byte \(byte)"
        case .wrongType: "wrong type"
        case .redirect(let target, let status): "redirect to \(target), status \(status)"
        }
    }
}
