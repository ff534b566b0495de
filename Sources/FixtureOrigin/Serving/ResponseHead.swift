import HTTPTypes
import Scenarios

/// The head of a planned answer with what only a server can fill in: dates and framing.
struct ResponseHead {
    let response: HTTPResponse
    /// How long after now a Retry-After asks to wait.
    let retryAfter: Duration?

    init(_ plan: ResponsePlan, closesConnection: Bool, clock: OriginClock) {
        let now = clock.timeOfDay
        var fields = HTTPFields()
        var retryAfter: Duration?
        for header in plan.headers {
            guard let name = HTTPField.Name(header.name) else {
                preconditionFailure("'\(header.name)' is no field name")
            }
            switch header.value {
            case .text(let text):
                fields.append(.init(name: name, value: text))
                if name == .retryAfter { retryAfter = Int(text).map { .seconds($0) } }
            case .date(let seconds):
                let date = HTTPDate(seconds: now.date.seconds + plan.clockAhead + seconds)
                fields.append(.init(name: name, value: date.text))
                if name == .retryAfter { retryAfter = .seconds(seconds) - now.into }
            }
        }
        fields[.date] = HTTPDate(seconds: now.date.seconds + plan.clockAhead).text
        if let length = plan.declaredLength { fields[.contentLength] = String(length) }
        if closesConnection { fields[.connection] = "close" }
        response = HTTPResponse(
            status: .init(integerLiteral: plan.status), headerFields: fields)
        self.retryAfter = retryAfter
    }
}
