internal import HLSPlaylist

// What goes wrong, and whether it is worth another try.
extension DownloadMachine {
    /// A status that says "later": honours Retry-After for the whole host.
    mutating func postpone(
        _ index: Int, _ head: ResponseHead, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        let request = open[index]
        // A time that has come already says nothing about when to ask again.
        let pause = head.retryAfter.flatMap { $0 > .zero ? $0 : nil }
        if let pause {
            guard pause <= options.limits.retryAfter else {
                open.remove(at: index)
                commands.append(.dismiss(request.id))
                return fail(
                    .refused("the server asks to wait for \(pause.inSeconds), longer than allowed"),
                    request.resource)
            }
            let host = PlaylistURL.authority(of: request.url) ?? ""
            gates.append(Gate(host: host, notBefore: now + pause))
            // Before anything else: a run that ends now has heard the server.
            commands.append(.keepPause(ServerPause(host: host, time: pause)))
        }
        dismiss(index, "status \(head.status)", at: now, retryAfter: pause, using: &random)
    }

    /// Ends a request whose response is of no use and tries its resource again later.
    mutating func dismiss(
        _ index: Int, _ reason: String, at now: Duration, retryAfter: Duration? = nil,
        using random: inout some RandomNumberGenerator
    ) {
        let request = open.remove(at: index)
        commands.append(.dismiss(request.id))
        retry(request.resource, reason, at: now, retryAfter: retryAfter, using: &random)
    }

    mutating func failed(
        _ id: RequestID, _ failure: TransportFailure, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        let request = open.remove(at: index)
        switch failure {
        case .tooLong, .notLoadedByApp:
            return fail(.transport(failure), request.resource)
        case .insecure where request.lastSign == nil:
            return fail(.transport(failure), request.resource)
        case .hostUnknown, .refused, .connectTimeout, .unreachable:
            return notReached(request, failure, at: now, using: &random)
        case .longerThanDeclared:
            // What was taken for all of the bytes vouches for none.
            discardPartial(of: request.resource)
        case .connectionLost, .malformed, .insecure: probeFailed(request, at: now, using: &random)
        }
        resumeLater(request.resource, failure.description, at: now, using: &random)
    }

    /// Requests that showed no sign of life for too long end, and are tried again.
    mutating func checkDeadlines(at now: Duration, using random: inout some RandomNumberGenerator) {
        let late = open.indices.filter { !open[$0].isForApp && deadline(of: $0) <= now }
        for request in late.map({ open[$0] }) {
            guard phase != .finished, let index = open.firstIndex(where: { $0.id == request.id })
            else { return }
            open.remove(at: index)
            commands.append(.abort(request.id))
            let reason =
                request.lastSign == nil
                ? "no response within \(options.timeouts.firstByte.inSeconds)"
                : "no byte for \(options.timeouts.progress.inSeconds)"
            probeFailed(request, at: now, using: &random)
            resumeLater(request.resource, reason, at: now, using: &random)
        }
    }

    /// Tries again from where the bytes on disk end, or from the start when nothing vouches for
    /// them.
    mutating func resumeLater(
        _ resource: ResourceID, _ reason: String, at now: Duration,
        using random: inout some RandomNumberGenerator
    ) {
        if attempts[resource]?.entityTag == nil { discardPartial(of: resource) }
        retry(resource, reason, at: now, using: &random)
    }

    mutating func retry(
        _ resource: ResourceID, _ reason: String, at now: Duration, retryAfter: Duration? = nil,
        using random: inout some RandomNumberGenerator
    ) {
        guard resource != .steeringManifest else { return steeringFailed(reason) }
        var attempt = attempts[resource] ?? Attempts()
        attempt.failures += 1
        attempt.failuresWithoutProgress += 1
        attempt.redirects = 0
        attempt.redirectedTo = nil
        if attempt.have > attempt.best {
            attempt.best = attempt.have
            attempt.failuresWithoutProgress = 1
        }
        attempts[resource] = attempt
        guard attempt.failuresWithoutProgress < options.retry.failuresWithoutProgress,
            attempt.failures < options.retry.failures
        else {
            return fail(.gaveUp(attempts: attempt.failures, last: reason), resource)
        }
        let pause =
            retryAfter
            ?? options.retry.pause(afterFailure: attempt.failuresWithoutProgress, using: &random)
        progress.retries += 1
        delayed.append(Delayed(resource: resource, notBefore: now + pause))
        commands.append(.report(.retrying(resource, reason: reason, pause: pause)))
    }

    mutating func fail(_ reason: DownloadFailure.Reason, _ resource: ResourceID) {
        fail(
            DownloadFailure(
                reason: reason, resource: resource, url: currentURL(of: resource),
                subject: subject(resource)))
    }

    mutating func fail(_ failure: DownloadFailure) {
        guard phase != .finished else { return }
        if failure.resource == .steeringManifest { return steeringFailed("\(failure.reason)") }
        guard !goElsewhere(after: failure), !leaveToPlayer(failure) else { return }
        let failure = firstFailure(before: failure)
        finish(mayGoOnElsewhere(after: failure) ? .needsNewURL(failure) : .failed(failure))
    }

    /// Whether another URL may help: access was refused to a download of which there is something.
    private func mayGoOnElsewhere(after failure: DownloadFailure) -> Bool {
        guard case .status(let status) = failure.reason, [401, 403, 410].contains(status) else {
            return false
        }
        return failure.resource != .multivariantPlaylist || snapshot?.playlists.isEmpty == false
    }
}

extension Duration {
    /// A duration that is not negative as people write it, to the millisecond: `30 s`, `1.5 s`.
    package var inSeconds: String {
        let (whole, attoseconds) = components
        let milliseconds = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
        if milliseconds == 0 { return "\(whole) s" }
        if milliseconds == 1000 { return "\(whole + 1) s" }
        let fraction = String(1000 + milliseconds).dropFirst()
        let digits = fraction.reversed().drop { $0 == "0" }.reversed()
        return "\(whole).\(String(digits)) s"
    }
}
