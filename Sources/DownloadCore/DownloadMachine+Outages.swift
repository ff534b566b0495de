// Hosts that no connection can be had to. One request at a time finds out whether a host is back;
// all others wait for it.
extension DownloadMachine {
    struct Outage: Sendable {
        /// Host and port.
        var host: String
        /// How often in a row it was not reached.
        var failures = 0
        /// When it may be tried again.
        var probeAt = Duration.zero
        /// That time has come.
        var isDue = false
        /// The request that tries it, while that is open.
        var probe: RequestID?
    }

    /// A request found nobody: its host is tried again after a pause, by one request. What that
    /// costs is counted for the host, and not for what was asked for.
    mutating func notReached(
        _ request: OpenRequest, _ failure: TransportFailure, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        let place = outage(of: request.host ?? "")
        // One that was sent before it was known that the host is away tells nothing new.
        let isNews = outages[place].failures == 0 || outages[place].probe == request.id
        if isNews { countFailure(place, at: now, using: &random) }
        if request.resource == .steeringManifest { return steeringFailed(failure.description) }
        let failures = outages[place].failures
        if !serverHasAnswered, failures >= options.retry.failuresBeforeFirstResponse {
            return fail(.transport(failure), request.resource)
        }
        if failures >= options.retry.failuresWithoutProgress {
            // Whoever else needs the host finds out at once.
            outages[place].probeAt = now
            return fail(
                .gaveUp(attempts: failures, last: failure.description), request.resource)
        }
        progress.retries += 1
        commands.append(
            .report(
                .retrying(
                    request.resource, reason: failure.description,
                    pause: max(.zero, outages[place].probeAt - now))))
        putBack(request.resource)
    }

    /// A request ended without an answer: when it was to try the host, that is not back.
    mutating func probeFailed(
        _ request: OpenRequest, at now: Duration, using random: inout some RandomNumberGenerator
    ) {
        guard request.lastSign == nil,
            let place = outages.firstIndex(where: { $0.probe == request.id })
        else { return }
        countFailure(place, at: now, using: &random)
    }

    /// The host has answered.
    mutating func endOutage(of host: String?) {
        outages.removeAll { $0.host == host }
    }

    /// Notes the request that was begun just now, when its host is away: it is the one that tries.
    mutating func noteProbe(_ id: RequestID) {
        guard let host = open.last?.host, let place = outages.firstIndex(where: { $0.host == host })
        else { return }
        outages[place].probe = id
    }

    /// Whether nobody may ask the host: it is not time yet, or someone does.
    func isClosed(_ outage: Outage) -> Bool {
        guard outage.isDue else { return true }
        return open.contains { $0.id == outage.probe }
    }

    private mutating func outage(of host: String) -> Int {
        if let known = outages.firstIndex(where: { $0.host == host }) { return known }
        outages.append(Outage(host: host))
        return outages.count - 1
    }

    private mutating func countFailure(
        _ place: Int, at now: Duration, using random: inout some RandomNumberGenerator
    ) {
        outages[place].failures += 1
        outages[place].probe = nil
        outages[place].isDue = false
        outages[place].probeAt =
            now + options.retry.pause(afterFailure: outages[place].failures, using: &random)
    }
}
