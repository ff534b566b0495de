internal import HLSPlaylist

// What is next, and which hosts may be asked for it.
extension DownloadMachine {
    /// No request to a host before a time that it asked for.
    struct Gate: Sendable {
        var host: String
        var notBefore: Duration
    }

    /// What servers asked earlier runs for holds for this one.
    mutating func takePauses(at now: Duration) {
        for pause in snapshot?.pauses ?? [] where pause.time > .zero {
            let time = min(pause.time, options.limits.retryAfter)
            gates.append(Gate(host: pause.host, notBefore: now + time))
            guard pause.host == PlaylistURL.authority(of: url) else { continue }
            let reason = "the server asked an earlier run to wait"
            commands.append(.report(.retrying(.multivariantPlaylist, reason: reason, pause: time)))
        }
    }

    /// Lets through what has waited for its time.
    mutating func openGates(at now: Duration) {
        gates.removeAll { $0.notBefore <= now }
        for place in outages.indices where outages[place].probeAt <= now {
            outages[place].isDue = true
        }
    }

    /// Parts that are looked at behind one whose host may not be asked now.
    static let lookAhead = 64

    mutating func takeNext(at now: Duration) -> ResourceID? {
        let due = delayed.indices.filter {
            delayed[$0].notBefore <= now && !isHeldBack(delayed[$0].resource)
        }
        let first = due.min {
            priority(delayed[$0].resource) < priority(delayed[$1].resource)
        }
        let playlist = ready.firstIndex { !isHeldBack($0) }
        // A part that was put back for a playlist comes behind that.
        if let first, playlist == nil || priority(delayed[first].resource) == 0 {
            return delayed.remove(at: first).resource
        }
        if let playlist { return ready.remove(at: playlist) }
        guard phase == .parts, !options.onlyForPlayer, !isOwnLimitReached else { return nil }
        return playing.needs == nil || options.replacement == .inOrder
            ? takeNextPart() : takePartAroundPlayer()
    }

    /// The first part in order whose host may be asked.
    private mutating func takeNextPart() -> ResourceID? {
        passBegun()
        for place in begun..<min(order.count, begun + Self.lookAhead)
        where !begunAhead.contains(place) && !isBegun(order[place]) && !isHeldBack(order[place]) {
            if place == begun { begun += 1 } else { begunAhead.insert(place) }
            return order[place]
        }
        return nil
    }

    /// Moves on to the first part in order that nobody has begun.
    mutating func passBegun() {
        while begun < order.count, begunAhead.remove(begun) != nil || isBegun(order[begun]) {
            begun += 1
        }
    }

    /// Whether a part is there, or was begun for a player.
    func isBegun(_ resource: ResourceID) -> Bool {
        isStored(resource) || playing.begun.contains(resource)
    }

    func isStored(_ resource: ResourceID) -> Bool {
        guard case .part(let stream, let index) = resource, stored.indices.contains(stream) else {
            return false
        }
        return stored[stream].indices.contains(index) && stored[stream][index]
    }

    /// Whether the host of a resource wants to be left alone, cannot be reached, or has as many
    /// requests as it may, or it is not known yet what to ask for.
    func isHeldBack(_ resource: ResourceID) -> Bool {
        isBarred(resource) || isHostFull(for: resource)
    }

    /// Whether a resource is held back by something else than that its host has as many requests as
    /// it may.
    func isBarred(_ resource: ResourceID) -> Bool {
        if isUnsettled(resource) || isHeldByPlayer(resource) { return true }
        guard !gates.isEmpty || !outages.isEmpty else { return false }
        let host = host(of: resource)
        if gates.contains(where: { $0.host == host }) { return true }
        return outages.first { $0.host == host }.map { isClosed($0) } ?? false
    }

    /// Whether the host of a resource has as many requests as it may.
    func isHostFull(for resource: ResourceID) -> Bool {
        let most = max(1, options.requestsPerHost ?? options.parallelRequests)
        guard most < options.parallelRequests, open.count >= most, resource != .steeringManifest
        else { return false }
        let host = host(of: resource)
        return open.count { $0.host == host } >= most
    }

    /// Host and port that a request for the resource would go to.
    private func host(of resource: ResourceID) -> String? {
        guard case .part(let stream, let index) = resource, let plan = plans[stream],
            attempts[resource]?.redirectedTo == nil,
            PlaylistURL.isWithinHost(plan.parts[index].uri)
        else { return PlaylistURL.authority(of: currentURL(of: resource)) }
        return PlaylistURL.authority(of: plan.playlistURL)
    }
}

extension PlaylistURL {
    /// Whether a reference is relative and names no host of its own.
    fileprivate static func isWithinHost(_ reference: String) -> Bool {
        !reference.hasPrefix("//") && scheme(of: reference) == nil
    }
}
