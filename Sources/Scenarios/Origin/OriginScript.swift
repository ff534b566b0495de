/// What an origin answers: a request and a time go in, a plan comes out.
///
/// The script opens nothing and reads no clock. The server plays its plans on sockets, a simulated
/// world plays the same ones in virtual time.
package struct OriginScript: Sendable {
    package let catalog: AssetCatalog
    package let resources: [OriginResource]
    package let faults: [Fault]

    private let resourceByPath: [String: OriginResource]
    private var attempts: [OriginPart: Int] = [:]
    /// The token that requests have to have; 0: none.
    package private(set) var token = 0
    /// By how many seconds its clock was turned.
    private var clockAhead = 0
    /// How often each fault has struck.
    private var strikes: [Int]

    /// Two resources with one path: the first is served.
    package init(catalog: AssetCatalog, resources: [OriginResource], faults: [Fault] = []) {
        self.catalog = catalog
        self.resources = resources
        self.faults = faults
        resourceByPath = Dictionary(
            resources.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        strikes = Array(repeating: 0, count: faults.count)
    }

    /// The file that is served under a path; nil when there is none.
    package func resource(at path: String) -> OriginResource? {
        resourceByPath[path]
    }

    /// From now on requests have to have a token in their Authorization field, see
    /// ``authorization(token:)``; without the one that is valid the answer is 403.
    package mutating func requireToken() { token = 1 }

    /// The token that was valid is so no longer, and the next one is.
    package mutating func expireToken() { token += 1 }

    /// The field by which a client shows a token.
    package static func authorization(token: Int) -> String { "Bearer \(token)" }

    /// Turns the clock by which answers are dated, in whole seconds.
    package mutating func turnClock(by jump: Duration) {
        clockAhead += Int(jump.components.seconds)
    }

    /// Decides the answer. GET and HEAD of a part count as requests for it, also when they are
    /// answered with 304 or 416; other methods do not.
    ///
    /// - Parameter elapsed: since the origin began to serve.
    package mutating func respond(
        to request: OriginRequest, at elapsed: Duration
    ) -> ResponsePlan {
        guard request.method == "GET" || request.method == "HEAD" else {
            var plan = ResponsePlan.message(405)
            plan.headers.append(.init("Allow", .text("GET, HEAD")))
            return plan
        }
        var healthy = answer(to: request)
        healthy.clockAhead = clockAhead
        guard let part = healthy.part else {
            if request.method == "HEAD" { healthy.dropBody() }
            return healthy
        }
        attempts[part, default: 0] += 1
        healthy.attempt = attempts[part, default: 0]
        guard token == 0 || request.header("authorization") == Self.authorization(token: token)
        else {
            var refusal = ResponsePlan.message(403)
            (refusal.part, refusal.attempt) = (part, healthy.attempt)
            refusal.clockAhead = clockAhead
            return refusal
        }
        var plan = strike(healthy, part: part, request, elapsed)
        if request.method == "HEAD" {
            plan.dropBody()
            // What has no body cannot be chunked: the length is told in any case.
            if plan.status == healthy.status { plan.declaredLength = healthy.declaredLength }
        }
        return plan
    }

    /// Applies the first fault that matches and is not used up.
    private mutating func strike(
        _ plan: ResponsePlan, part: OriginPart, _ request: OriginRequest,
        _ elapsed: Duration
    ) -> ResponsePlan {
        for (index, fault) in faults.enumerated()
        where fault.match.matches(part, attempt: plan.attempt, at: elapsed) {
            if let times = fault.times, strikes[index] >= times { continue }
            strikes[index] += 1
            guard fault.effect == .ignoreRange else { return fault.effect.applied(to: plan) }
            var rangeless = request
            rangeless.headers["range"] = nil
            var whole = answer(to: rangeless)
            (whole.part, whole.attempt) = (plan.part, plan.attempt)
            return fault.effect.applied(to: whole)
        }
        return plan
    }

    /// The healthy answer.
    private func answer(to request: OriginRequest) -> ResponsePlan {
        guard let resource = resource(at: request.path) else { return .message(404) }
        return ResourceAnswer(resource: resource, request: request).plan
    }
}
