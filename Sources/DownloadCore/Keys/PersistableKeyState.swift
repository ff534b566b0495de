package import FoundationEssentials

/// The life of a persistable key: the rules of its two expiries, without the key and without a clock.
///
/// Rules, from AVFoundation's documentation of FairPlay's dual expiry window:
/// - The storage expiry counts until the first playback begins.
/// - That playback exchanges it for the playback expiry, whether that ends earlier or later.
/// - An expiry never stops a playback that is under way. The next one is refused.
/// - A renewal before the expiry replaces the key, and with it both expiries.
/// - An invalidated key stays invalid.
///
/// A clock that is turned back wins no time: the latest time ever told counts.
///
/// | asked at | stored, 30 days | played first on day 3, 48 h | invalidated |
/// |---|---|---|---|
/// | day 2 | plays | (not yet) | refused |
/// | day 4 | plays | plays | refused |
/// | day 6 | plays | refused | refused |
/// | day 31 | refused | refused | refused |
package struct PersistableKeyState: Sendable, Hashable {
    package enum Phase: String, Sendable, Hashable, Codable, CaseIterable {
        /// Never played: the storage expiry counts.
        case stored
        /// Played: the playback expiry counts.
        case played
        case invalidated
    }

    /// Why a playback may not begin, or a renewal may not happen.
    package enum Refusal: Error, Sendable, Hashable {
        case storageExpired(at: Date)
        case playbackExpired(at: Date)
        case invalidated
    }

    package private(set) var phase: Phase
    package private(set) var lease: KeyLease
    /// When the key was stored, or renewed last.
    package private(set) var storedAt: Date
    /// When the first playback began.
    package private(set) var firstPlayedAt: Date?
    /// The latest time that it was ever told.
    package private(set) var latestTime: Date
    /// Playbacks that have begun in this process and not ended.
    package private(set) var playbacksUnderWay = 0

    /// The state of a key that was just stored.
    package init(lease: KeyLease, storedAt: Date) {
        phase = .stored
        self.lease = lease
        self.storedAt = storedAt
        latestTime = storedAt
    }

    /// Until when a playback has to have begun if the key is not played before; nil: without end.
    package var storageExpiry: Date? {
        lease.storageDuration.map { storedAt + $0.seconds }
    }

    /// Until when a playback has to have begun, now that it was played; nil: without end, or never
    /// played.
    package var playbackExpiry: Date? {
        guard let firstPlayedAt else { return nil }
        return lease.playbackDuration.map { firstPlayedAt + $0.seconds }
    }

    /// The expiry that counts in this phase.
    package var expiry: Date? {
        switch phase {
        case .stored: storageExpiry
        case .played: playbackExpiry
        case .invalidated: nil
        }
    }

    /// Why a playback that begins at `time` is refused; nil: it is not.
    package func refusal(at time: Date) -> Refusal? {
        if phase == .invalidated { return .invalidated }
        guard let expiry, max(time, latestTime) >= expiry else { return nil }
        return phase == .stored ? .storageExpired(at: expiry) : .playbackExpired(at: expiry)
    }

    /// Notes the time, so that a clock turned back later does not count.
    package mutating func observe(_ time: Date) {
        latestTime = max(latestTime, time)
    }
}

extension PersistableKeyState {
    /// Begins a playback.
    /// - Returns: whether it is the first one, so that the stored key has to be written again.
    /// - Throws: ``Refusal``; the state then only has the time noted.
    package mutating func beginPlayback(at time: Date) throws(Refusal) -> Bool {
        observe(time)
        if let refusal = refusal(at: time) { throw refusal }
        playbacksUnderWay += 1
        guard phase == .stored else { return false }
        phase = .played
        firstPlayedAt = latestTime
        return true
    }

    /// Ends a playback, whatever became of the key meanwhile.
    package mutating func endPlayback(at time: Date) {
        precondition(playbacksUnderWay > 0, "a playback ends that never began")
        observe(time)
        playbacksUnderWay -= 1
    }

    /// Replaces the key's lease by a new one. A playback under way goes on with the new key and is
    /// its first.
    /// - Throws: ``Refusal`` when the old one has expired or is invalid: then a new key is needed.
    package mutating func renew(with lease: KeyLease, at time: Date) throws(Refusal) {
        observe(time)
        if let refusal = refusal(at: time) { throw refusal }
        self.lease = lease
        storedAt = latestTime
        phase = playbacksUnderWay > 0 ? .played : .stored
        firstPlayedAt = playbacksUnderWay > 0 ? latestTime : nil
    }

    /// Makes the key unusable for good. Playbacks under way are not stopped.
    package mutating func invalidate(at time: Date) {
        observe(time)
        phase = .invalidated
    }
}

extension PersistableKeyState: Codable {
    /// Playbacks under way end with their process, so they are not kept.
    private enum CodingKeys: CodingKey {
        case phase, lease, storedAt, firstPlayedAt, latestTime
    }
}

extension PersistableKeyState.Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .storageExpired(let date):
            "the key was not used until \(date.formatted(.iso8601)); get a new one"
        case .playbackExpired(let date):
            "the time to play ended at \(date.formatted(.iso8601)); get a new key"
        case .invalidated: "the key was invalidated; get a new one"
        }
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    }
}
