// Times in which a download must not or cannot run: what was open is put back, no failure is
// counted, partial parts stay.
extension DownloadMachine {
    /// The disk was full.
    struct SpaceWait: Sendable {
        var path: String
        /// When to look for space again; nil: someone is looking.
        var lookAt: Duration?
    }

    mutating func networkChanged(to status: NetworkStatus, at now: Duration) {
        if network == .unavailable, status != .unavailable {
            // The pauses were for a network that was going; what hosts have asked for stays.
            outages = []
            for index in delayed.indices {
                delayed[index].notBefore = min(delayed[index].notBefore, now)
            }
        }
        network = status
    }

    mutating func storeFailed(_ failure: StoreFailure, at now: Duration) {
        guard case .diskFull(let path) = failure, options.waitsForSpace else {
            return fail(DownloadFailure(reason: .store(failure), subject: "to the package"))
        }
        guard spaceWait?.lookAt == nil else { return }
        spaceWait = SpaceWait(path: path, lookAt: now + options.spaceInterval)
    }

    mutating func lookForSpace(at now: Duration) {
        guard let lookAt = spaceWait?.lookAt, lookAt <= now else { return }
        spaceWait?.lookAt = nil
        commands.append(.lookForSpace)
    }

    private var reasonToWait: WaitingReason? {
        if isSuspended { return .suspended }
        switch network {
        case .unavailable: return .noNetwork
        case .metered where !options.allowsMeteredNetwork: return .meteredNetwork
        case .metered, .unmetered: return spaceWait.map { .diskFull(path: $0.path) }
        }
    }

    /// Stops, or goes on, as what has happened demands.
    mutating func updateWaiting() {
        let reason = reasonToWait
        guard phase != .finished, reason != waitingReason else { return }
        if waitingReason == nil { putOpenRequestsBack() }
        waitingReason = reason
        commands.append(.report(reason.map { .waiting($0) } ?? .running))
    }

    private mutating func putOpenRequestsBack() {
        for request in open {
            commands.append(.abort(request.id))
            putBack(request.resource)
        }
        open = []
    }

    /// Wants a resource again as soon as may be, from where its bytes end when a tag vouches for
    /// them. No failure is counted.
    mutating func putBack(_ resource: ResourceID) {
        if attempts[resource]?.entityTag == nil { discardPartial(of: resource) }
        attempts[resource]?.redirects = 0
        attempts[resource]?.redirectedTo = nil
        delayed.append(Delayed(resource: resource, notBefore: .zero))
    }
}
