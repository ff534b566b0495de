package import HLSPlaylist

// What a player needs while its presentation is downloaded. The machine stays the only one that uses
// the network and writes the package: the player asks it for parts.
extension DownloadMachine {
    struct Playing: Sendable {
        var multivariant: MultivariantPlaylist?
        /// Streams behind the selected ones, for the player alone.
        var guests: [Selection.Stream] = []
        /// What is needed; nil: nobody plays.
        var needs: PlayerNeeds?
        /// What the player waited for is there: nothing else begins before it has said what is next.
        var isAsked = false
        /// Parts of the selection that were begun for the player, out of their turn.
        var begun: Set<ResourceID> = []
        /// Parts that are whole and not durable yet.
        var storing: Set<ResourceID> = []
        /// Requests that the download may have open for itself now; nil: as many as it likes.
        var ownLimit: Int?
        var meter = LinkMeter()
        /// Stalls that a server has been told of.
        var toldStalls = 0
        /// Bytes of parts that became durable in this run.
        var byteCounts: [ResourceID: Int] = [:]
    }

    /// The multivariant playlist; nil before it has come, and where the URL named a media playlist.
    package var multivariant: MultivariantPlaylist? { playing.multivariant }

    /// Whether parts are asked for: the plans of all selected streams are there, and their keys.
    package var fetchesParts: Bool { phase == .parts }

    /// The resource of a request that is open.
    package func resource(of id: RequestID) -> ResourceID? {
        open.first { $0.id == id }?.resource
    }

    /// Bytes that a part has to have of which a response has begun, or that is durable; nil before
    /// that, and where nobody has said it.
    package func expectedBytes(of resource: ResourceID) -> Int? {
        open.first { $0.resource == resource }?.expected ?? playing.byteCounts[resource]
    }

    /// Bytes of a part that are on disk while it is not durable.
    package func arrivedBytes(of resource: ResourceID) -> Int { attempts[resource]?.have ?? 0 }

    /// The player got what it waited for, or will not get it: it is to say what is next.
    package var asksPlayer: Bool { playing.isAsked && playing.needs != nil }

    /// Bytes of a part that is durable: counted in this run, else as the playlist says.
    package func byteCount(of resource: ResourceID) -> Int? {
        playing.byteCounts[resource] ?? part(resource)?.range?.length
    }

    /// Someone waits for what he may want from now on: he says it before anything else begins.
    mutating func askWaitingPlayer() {
        if playing.needs?.isWaiting == true { playing.isAsked = true }
    }

    func isWanted(_ resource: ResourceID) -> Bool {
        playing.needs?.wants.contains { $0.resource == resource } ?? false
    }

    mutating func needed(_ needs: PlayerNeeds?) {
        let before = playing.needs?.wants ?? []
        playing.isAsked = false
        playing.needs = needs
        guard phase == .parts else { return }
        for want in before where !isWanted(want.resource) && isForPlayerAlone(want.resource) {
            giveUp(want.resource)
        }
    }

    /// Whether nobody but the player has a use for a part.
    func isForPlayerAlone(_ resource: ResourceID) -> Bool {
        guard case .part(let stream, _) = resource else { return false }
        return isGuest(stream) || options.onlyForPlayer
    }

    /// Ends what is done for a part that nobody wants any more, and throws its bytes away.
    mutating func giveUp(_ resource: ResourceID) {
        guard !playing.storing.contains(resource), !isStored(resource) else { return }
        for request in open where request.resource == resource {
            commands.append(.abort(request.id))
        }
        open.removeAll { $0.resource == resource }
        delayed.removeAll { $0.resource == resource }
        discardPartial(of: resource)
        forget(resource)
    }

    /// The part begins anew if it is ever wanted again, whatever an earlier run left of it.
    mutating func forget(_ resource: ResourceID) { attempts[resource] = Attempts() }

    /// What the player waits for, if it can be asked for now: the most pressing first.
    mutating func takeForPlayer(at now: Duration) -> ResourceID? {
        guard phase == .parts, !hasAllParts, let needs = playing.needs else { return nil }
        for want in needs.wants where isToBegin(want.resource, at: now) {
            if let place = delayed.firstIndex(where: { $0.resource == want.resource }) {
                return delayed.remove(at: place).resource
            }
            if !isForPlayerAlone(want.resource) { playing.begun.insert(want.resource) }
            return want.resource
        }
        return nil
    }

    /// Whether a part could be requested now, and is not.
    private func isToBegin(_ resource: ResourceID, at now: Duration) -> Bool {
        guard part(resource) != nil, !isStored(resource), !playing.storing.contains(resource),
            !open.contains(where: { $0.resource == resource })
        else { return false }
        if let entry = delayed.first(where: { $0.resource == resource }), entry.notBefore > now {
            return false
        }
        return !isHeldBack(resource)
    }

    /// Whether a part of the download's own has to wait for the player's.
    func isHeldByPlayer(_ resource: ResourceID) -> Bool {
        guard isOwnLimitReached, case .part = resource else { return false }
        return !isWanted(resource)
    }

    /// Whether no part may be requested that no player waits for.
    var isOwnLimitReached: Bool {
        guard let limit = playing.ownLimit else { return false }
        return open.count(where: isOwn) >= limit
    }

    /// An open request for a part that no player waits for.
    private func isOwn(_ request: OpenRequest) -> Bool {
        guard case .part = request.resource else { return false }
        return !isWanted(request.resource)
    }
}

// MARK: - Room for what is pressing

extension DownloadMachine {
    /// Times of a transfer that have to fit before its deadline for another request to begin beside
    /// it. Between one and this nothing begins and nothing is ended: the measured rate is not exact,
    /// and a request that is ended costs a round trip.
    private static let comfort = 2.0
    /// What two transfers may put into a queue on their way, in bytes: 50 full packets, as most links
    /// of the laboratory hold and not unusual elsewhere.
    private static let queueBytes = 75_000.0
    /// Times such a queue that stay in hand: a request waits behind it, and when the last packets of
    /// its response find no room in it, a retransmission time-out of twice its length follows.
    private static let queuesInHand = 3.0
    /// The least seconds that stay in hand: with fewer the player's estimates, and what it plays, fall.
    private static let leastInHand = 5.0
    /// Requests of the download's own that may begin beside one of the player's: a second one would
    /// bring nothing more over the link, and a longer queue.
    package static let mostBeside = 1

    /// Ends requests of the download's own that would make the player's too late, those of the latest
    /// parts first, and notes how many may be open. What has arrived of them stays and is gone on with.
    mutating func makeRoomForPlayer(at now: Duration) {
        guard let needs = playing.needs, phase == .parts, waitingReason == nil else {
            playing.ownLimit = nil
            return
        }
        var bearable = Int.max
        var comfortable = Int.max
        if needs.isWaiting, isGuestBeingDescribed { (bearable, comfortable) = (0, 0) }
        // As soon as that is durable, the player says what is next.
        if needs.wants.contains(where: { playing.storing.contains($0.resource) }) {
            comfortable = 0
        }
        for want in needs.wants where isUnderWay(want.resource, at: now) {
            guard comfortable > 0 || open.contains(where: isOwn) else { break }
            let left = (want.deadline - now) / .seconds(1) - secondsToAnswer(of: want.resource)
            let alone = secondsAlone(for: want.resource)
            let spare = left - secondsPlaying(want.resource) - secondsInHand
            comfortable = min(
                comfortable, Self.others(spare / (alone * Self.comfort)), Self.mostBeside)
            let wait = secondsUntilRoom(for: want.resource)
            bearable = min(bearable, Self.others((left - wait) / alone))
        }
        let tooMany = open.count(where: isOwn) - min(bearable, options.parallelRequests)
        // A playlist is short, and what comes behind it may be pressing.
        let isCrowded = !hasRoom && ready.contains(where: isGuestPlaylist)
        end(max(tooMany, isCrowded ? 1 : 0))
        playing.ownLimit = playing.isAsked ? 0 : comfortable == .max ? nil : comfortable
    }

    /// Seconds that stay in hand, besides as much as the part plays, when another request begins.
    private var secondsInHand: Double {
        guard let rate = playing.meter.bytesPerSecond else { return Self.leastInHand }
        return max(Self.leastInHand, Self.queuesInHand * Self.queueBytes / rate)
    }

    /// How many others may share the link with a transfer that could be made so many times.
    private static func others(_ times: Double) -> Int {
        times < 1 ? 0 : Int(min(times, Double(DownloadOptions.maximumParallelRequests))) - 1
    }

    /// Whether a want is open, or waits for nothing but room.
    private func isUnderWay(_ resource: ResourceID, at now: Duration) -> Bool {
        open.contains { $0.resource == resource } || isToBegin(resource, at: now)
    }

    /// How long the rest of a part takes with the link to itself. A part of which nothing is known
    /// is taken to need as long as it plays.
    private func secondsAlone(for resource: ResourceID) -> Double {
        guard let rate = playing.meter.bytesPerSecond, let rest = restBytes(of: resource) else {
            return secondsPlaying(resource)
        }
        return max(Double(rest) / rate, 0.001)
    }

    private func secondsPlaying(_ resource: ResourceID) -> Double {
        max((duration(of: resource) ?? .zero) / .seconds(1), 0.1)
    }

    /// How long a request takes to be answered, as far as the last ones tell; nothing once it is.
    private func secondsToAnswer(of resource: ResourceID) -> Double {
        let isAnswered = open.contains { $0.resource == resource && $0.lastSign != nil }
        return isAnswered ? 0 : playing.meter.answerTime / .seconds(1)
    }

    private func restBytes(of resource: ResourceID) -> Int? {
        let have = attempts[resource]?.have ?? 0
        let known =
            open.first { $0.resource == resource }?.expected ?? part(resource)?.range?.length
        if let known { return max(0, known - have) }
        guard case .part(let stream, _) = resource, let duration = duration(of: resource),
            let rate = usualBitRate(ofStream: stream), rate > 0
        else { return nil }
        return max(0, Int(Double(rate) / 8 * (duration / .seconds(1))) - have)
    }

    /// How long it takes until one of the requests ends when there is no room for another one.
    private func secondsUntilRoom(for resource: ResourceID) -> Double {
        guard !hasRoom, !open.contains(where: { $0.resource == resource }) else { return 0 }
        let own = open.lazy.filter(isOwn)
        let least = own.map { secondsAlone(for: $0.resource) }.min() ?? 0
        return least * Double(open.count)
    }

    private mutating func end(_ count: Int) {
        guard count > 0 else { return }
        let latest = open.filter(isOwn).sorted {
            (priority($0.resource), $0.id) > (priority($1.resource), $1.id)
        }
        for request in latest.prefix(count) {
            commands.append(.abort(request.id))
            open.removeAll { $0.id == request.id }
            putBack(request.resource)
        }
    }

    /// The playlist or a key of a guest is on its way or about to be.
    private var isGuestBeingDescribed: Bool {
        func isMeant(_ resource: ResourceID) -> Bool {
            if case .key = resource { return true }
            return isGuestPlaylist(resource)
        }
        return ready.contains(where: isMeant) || open.contains { isMeant($0.resource) }
    }

    private func isGuestPlaylist(_ resource: ResourceID) -> Bool {
        if case .mediaPlaylist(let stream) = resource { isGuest(stream) } else { false }
    }
}

// MARK: - Counting

extension DownloadMachine {
    mutating func noteBegin(of resource: ResourceID, at now: Duration) {
        guard case .part = resource else { return }
        let isFirst = !open.contains { if case .part = $0.resource { true } else { false } }
        if isFirst { playing.meter.start(at: now) }
    }

    mutating func noteAnswer(to request: OpenRequest, at now: Duration) {
        guard case .part = request.resource, request.lastSign == nil else { return }
        playing.meter.answered(after: now - request.startedAt)
    }

    mutating func countReceived(_ count: Int, of resource: ResourceID, at now: Duration) {
        guard case .part(let stream, _) = resource else { return }
        playing.meter.received(count, at: now)
        if isWanted(resource) || isGuest(stream) {
            account.fetchedForPlayer += count
        } else {
            account.fetchedForDownload += count
        }
        if isGuest(stream) { account.replaced += count }
        if isStored(resource) { account.fetchedTwice += count }
    }

    /// Bytes of a part that were on disk go.
    mutating func countLost(_ count: Int, of resource: ResourceID) {
        guard case .part(let stream, _) = resource else { return }
        if isGuest(stream) { account.abandoned += count } else { account.lost += count }
    }

    mutating func noteStored(_ resource: ResourceID, bytes: Int?) {
        guard case .part(let stream, _) = resource else { return }
        playing.storing.remove(resource)
        playing.byteCounts[resource] = bytes
        if !isGuest(stream) { account.kept += bytes ?? 0 }
        if isWanted(resource) {
            playing.needs = playing.needs?.without(resource)
            playing.isAsked = true
        }
        if isGuest(stream) { dropIfSuperseded(resource) }
    }
}
