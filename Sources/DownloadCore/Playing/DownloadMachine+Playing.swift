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
        place(of: id).map { open[$0].resource }
    }

    /// The place of a request among the open ones. By place, since a request is large and is looked
    /// for with every packet.
    func place(of id: RequestID) -> Int? {
        for place in open.indices where open[place].id == id { return place }
        return nil
    }

    /// The place of the request for a resource among the open ones.
    func place(of resource: ResourceID) -> Int? {
        for place in open.indices where open[place].resource == resource { return place }
        return nil
    }

    /// Bytes that a part has to have of which a response has begun, or that is durable; nil before
    /// that, and where nobody has said it.
    package func expectedBytes(of resource: ResourceID) -> Int? {
        place(of: resource).flatMap { open[$0].expected } ?? playing.byteCounts[resource]
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
        guard let wants = playing.needs?.wants else { return false }
        for want in wants where want.resource == resource { return true }
        return false
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
        for want in needs.wants
        where isToBegin(want.resource, at: now) && !isHostFull(for: want.resource) {
            if let place = delayed.firstIndex(where: { $0.resource == want.resource }) {
                return delayed.remove(at: place).resource
            }
            if !isForPlayerAlone(want.resource) { playing.begun.insert(want.resource) }
            return want.resource
        }
        return nil
    }

    /// Whether a part could be requested now if there is room, and is not.
    private func isToBegin(_ resource: ResourceID, at now: Duration) -> Bool {
        guard part(resource) != nil, !isStored(resource), !playing.storing.contains(resource),
            place(of: resource) == nil
        else { return false }
        if let entry = delayed.first(where: { $0.resource == resource }), entry.notBefore > now {
            return false
        }
        return !isBarred(resource)
    }

    /// Whether a part of the download's own has to wait for the player's.
    func isHeldByPlayer(_ resource: ResourceID) -> Bool {
        guard isOwnLimitReached, case .part = resource else { return false }
        return !isWanted(resource)
    }

    /// Whether no part may be requested that no player waits for.
    var isOwnLimitReached: Bool {
        guard let limit = playing.ownLimit else { return false }
        return ownCount >= limit
    }

    /// Whether an open request, by its place, is for a part that no player waits for.
    private func isOwn(_ place: Int) -> Bool {
        guard case .part = open[place].resource else { return false }
        return !isWanted(open[place].resource)
    }

    private var ownCount: Int {
        var count = 0
        for place in open.indices where isOwn(place) { count += 1 }
        return count
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

    /// What a player leaves to the download's own requests.
    private struct Room: Hashable {
        /// As ``Playing/ownLimit``.
        var limit: Int?
        /// How many of them end.
        var excess = 0
    }

    /// Ends requests of the download's own that would make the player's too late, those of the latest
    /// parts first, and notes how many may be open. What has arrived of them stays and is gone on with.
    mutating func makeRoomForPlayer(at now: Duration) {
        let room = roomBesidePlayer(at: now)
        end(room.excess)
        playing.ownLimit = room.limit
    }

    /// Whether ``makeRoomForPlayer(at:)`` would change nothing.
    func leavesSameRoom(at now: Duration) -> Bool {
        roomBesidePlayer(at: now) == Room(limit: playing.ownLimit)
    }

    private func roomBesidePlayer(at now: Duration) -> Room {
        guard phase == .parts, waitingReason == nil, let needs = playing.needs else {
            return Room()
        }
        var bearable = Int.max
        var comfortable = Int.max
        if needs.isWaiting, isGuestBeingDescribed { (bearable, comfortable) = (0, 0) }
        // As soon as that is durable, the player says what is next.
        if !playing.storing.isEmpty,
            needs.wants.contains(where: { playing.storing.contains($0.resource) })
        {
            comfortable = 0
        }
        let own = ownCount
        let rate = needs.wants.isEmpty ? nil : playing.meter.bytesPerSecond
        for want in needs.wants {
            guard let wanted = underWay(want.resource, at: now) else { continue }
            guard comfortable > 0 || own > 0 else { break }
            let left = (want.deadline - now).fractionalSeconds - secondsToAnswer(of: wanted)
            let alone = secondsAlone(for: wanted, at: rate)
            let spare = left - secondsPlaying(want.resource) - Self.secondsInHand(at: rate)
            comfortable = min(
                comfortable, Self.others(spare / (alone * Self.comfort)), Self.mostBeside)
            guard own > 0 else { continue }
            let wait = secondsUntilRoom(for: wanted, at: rate)
            bearable = min(bearable, Self.others((left - wait) / alone))
        }
        let tooMany = own - min(bearable, options.parallelRequests)
        // A playlist is short, and what comes behind it may be pressing.
        let isCrowded = ready.contains {
            isGuestPlaylist($0) && !isBarred($0) && (!hasRoom || isHostFull(for: $0))
        }
        return Room(
            limit: playing.isAsked ? 0 : comfortable == .max ? nil : comfortable,
            excess: max(tooMany, isCrowded ? 1 : 0))
    }

    /// Seconds that stay in hand, besides as much as the part plays, when another request begins.
    /// - Parameter rate: of the link, in bytes per second, as far as it is known.
    private static func secondsInHand(at rate: Double?) -> Double {
        guard let rate else { return leastInHand }
        return max(leastInHand, queuesInHand * queueBytes / rate)
    }

    /// How many others may share the link with a transfer that could be made so many times.
    private static func others(_ times: Double) -> Int {
        times < 1 ? 0 : Int(min(times, Double(DownloadOptions.maximumParallelRequests))) - 1
    }

    /// A part, and the place of the request for it among the open ones.
    private struct Wanted {
        var resource: ResourceID
        var place: Int?
    }

    /// A want that is open, or waits for nothing but room; nil for another one.
    private func underWay(_ resource: ResourceID, at now: Duration) -> Wanted? {
        let place = place(of: resource)
        guard place != nil || isToBegin(resource, at: now) else { return nil }
        return Wanted(resource: resource, place: place)
    }

    /// How long the rest of a part takes with the link to itself. A part of which nothing is known
    /// is taken to need as long as it plays.
    private func secondsAlone(for wanted: Wanted, at rate: Double?) -> Double {
        guard let rate, let rest = restBytes(of: wanted) else {
            return secondsPlaying(wanted.resource)
        }
        return max(Double(rest) / rate, 0.001)
    }

    private func secondsPlaying(_ resource: ResourceID) -> Double {
        max((duration(of: resource) ?? .zero).fractionalSeconds, 0.1)
    }

    /// How long a request takes to be answered, as far as the last ones tell; nothing once it is.
    private func secondsToAnswer(of wanted: Wanted) -> Double {
        if let place = wanted.place, open[place].lastSign != nil { return 0 }
        return playing.meter.answerTime.fractionalSeconds
    }

    private func restBytes(of wanted: Wanted) -> Int? {
        let have = attempts.have(
            of: wanted.resource, near: wanted.place.map { open[$0].placeInBook })
        let known =
            wanted.place.flatMap { open[$0].expected } ?? part(wanted.resource)?.range?.length
        if let known { return max(0, known - have) }
        guard case .part(let stream, _) = wanted.resource,
            let duration = duration(of: wanted.resource),
            let rate = usualBitRate(ofStream: stream), rate > 0
        else { return nil }
        return max(0, Int(Double(rate) / 8 * duration.fractionalSeconds) - have)
    }

    /// How long it takes until one of the requests ends when there is no room for another one.
    private func secondsUntilRoom(for wanted: Wanted, at rate: Double?) -> Double {
        guard wanted.place == nil, !hasRoom || isHostFull(for: wanted.resource) else { return 0 }
        let own = open.indices.filter { isOwn($0) }
        let least =
            own.map {
                secondsAlone(for: Wanted(resource: open[$0].resource, place: $0), at: rate)
            }.min() ?? 0
        return least * Double(open.count)
    }

    private mutating func end(_ count: Int) {
        guard count > 0 else { return }
        for (_, id, resource) in latestOwn().prefix(count) {
            commands.append(.abort(id))
            open.removeAll { $0.id == id }
            putBack(resource)
        }
    }

    /// The open requests for parts that no player waits for, those of the latest parts first.
    private func latestOwn() -> [(priority: Int, id: RequestID, resource: ResourceID)] {
        let own = open.indices.filter { isOwn($0) }
        return own.map { (priority(open[$0].resource), open[$0].id, open[$0].resource) }
            .sorted { ($0.priority, $0.id) > ($1.priority, $1.id) }
    }

    /// The playlist or a key of a guest is on its way or about to be.
    private var isGuestBeingDescribed: Bool {
        func isMeant(_ resource: ResourceID) -> Bool {
            if case .key = resource { return true }
            return isGuestPlaylist(resource)
        }
        return ready.contains(where: isMeant)
            || open.indices.contains { isMeant(open[$0].resource) }
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
