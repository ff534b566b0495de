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

    /// Decides the answer. GET and HEAD of a part count as requests for it, also when they are
    /// answered with 304 or 416; other methods do not.
    ///
    /// - Parameter elapsed: since the origin began to serve. No answer depends on it today; it is
    ///   the place where faults that come and go with time will read it.
    package mutating func respond(
        to request: OriginRequest, at elapsed: Duration
    ) -> ResponsePlan {
        guard request.method == "GET" || request.method == "HEAD" else {
            var plan = ResponsePlan.message(405)
            plan.headers.append(.init("Allow", .text("GET, HEAD")))
            return plan
        }
        var healthy = answer(to: request)
        guard let part = healthy.part else {
            if request.method == "HEAD" { healthy.dropBody() }
            return healthy
        }
        attempts[part, default: 0] += 1
        healthy.attempt = attempts[part, default: 0]
        var plan = strike(healthy, part: part, request)
        if request.method == "HEAD" {
            plan.dropBody()
            // What has no body cannot be chunked: the length is told in any case.
            if plan.status == healthy.status { plan.declaredLength = healthy.declaredLength }
        }
        return plan
    }

    /// Applies the first fault that matches and is not used up.
    private mutating func strike(
        _ plan: ResponsePlan, part: OriginPart, _ request: OriginRequest
    ) -> ResponsePlan {
        for (index, fault) in faults.enumerated()
        where fault.match.matches(part, attempt: plan.attempt) {
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
