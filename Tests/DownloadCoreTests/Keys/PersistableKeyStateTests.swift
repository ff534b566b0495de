import DownloadCore
import Foundation
import Testing

@Suite struct `A persistable key` {
    typealias State = PersistableKeyState

    static let hour = 3600.0
    static let day = 24 * hour
    static let stored = Date(timeIntervalSince1970: 1_800_000_000)
    /// 30 days to begin, 48 hours to go on.
    static let rental = KeyLease(
        storageDuration: .seconds(30 * 86_400), playbackDuration: .seconds(48 * 3600))

    static func on(_ days: Double) -> Date { stored + days * day }

    static func state(_ lease: KeyLease = rental, firstPlayed days: Double? = nil) throws -> State {
        var state = State(lease: lease, storedAt: stored)
        if let days {
            #expect(try state.beginPlayback(at: on(days)))
            state.endPlayback(at: on(days))
        }
        return state
    }

    /// Lease, day of the first playback, day of the question, what is said.
    static let cases: [(KeyLease, Double?, Double, State.Refusal?)] = [
        (rental, nil, 0, nil),
        (rental, nil, 29.999, nil),
        (rental, nil, 30, .storageExpired(at: on(30))),
        (rental, nil, 400, .storageExpired(at: on(30))),
        (rental, 3, 3, nil),
        (rental, 3, 4.999, nil),
        (rental, 3, 5, .playbackExpired(at: on(5))),
        (rental, 3, 29, .playbackExpired(at: on(5))),
        (rental, 29, 30.999, nil),
        (rental, 29, 31, .playbackExpired(at: on(31))),
        (KeyLease(storageDuration: .seconds(86_400)), 0.5, 5_000, nil),
        (KeyLease(storageDuration: .seconds(86_400)), nil, 1, .storageExpired(at: on(1))),
        (KeyLease(playbackDuration: .seconds(86_400)), nil, 5_000, nil),
        (
            KeyLease(playbackDuration: .seconds(86_400)), 5_000, 5_001,
            .playbackExpired(at: on(5_001))
        ),
        (KeyLease(), nil, 5_000, nil),
        (KeyLease(), 1, 5_000, nil),
        (KeyLease(storageDuration: .zero), nil, 0, .storageExpired(at: on(0))),
    ]

    @Test(arguments: cases.indices)
    func `plays until the expiry that counts`(index: Int) throws {
        let (lease, firstPlayed, day, refusal) = Self.cases[index]
        var state = try Self.state(lease, firstPlayed: firstPlayed)
        #expect(state.refusal(at: Self.on(day)) == refusal)
        if let refusal {
            #expect(throws: refusal) { try state.beginPlayback(at: Self.on(day)) }
        } else {
            #expect(try state.beginPlayback(at: Self.on(day)) == (firstPlayed == nil))
        }
    }

    @Test func `exchanges its storage expiry for the playback expiry once`() throws {
        var state = try Self.state()
        #expect(state.expiry == Self.on(30))
        #expect(try state.beginPlayback(at: Self.on(3)))
        #expect(state.expiry == Self.on(5))
        #expect(try !state.beginPlayback(at: Self.on(4)))
        #expect(state.expiry == Self.on(5))
        #expect(state.firstPlayedAt == Self.on(3))
    }

    @Test func `lets a playback that is under way go on, and refuses the next`() throws {
        var state = try Self.state()
        _ = try state.beginPlayback(at: Self.on(3))
        state.observe(Self.on(6))
        #expect(state.playbacksUnderWay == 1)
        #expect(throws: State.Refusal.playbackExpired(at: Self.on(5))) {
            try state.beginPlayback(at: Self.on(6))
        }
        #expect(state.playbacksUnderWay == 1)
        state.endPlayback(at: Self.on(7))
        #expect(state.playbacksUnderWay == 0)
    }

    @Test func `is renewed before its expiry, with both expiries anew`() throws {
        var state = try Self.state(firstPlayed: 3)
        try state.renew(with: Self.rental, at: Self.on(4))
        #expect(state.phase == .stored)
        #expect(state.expiry == Self.on(34))
        #expect(try state.beginPlayback(at: Self.on(33)))
        #expect(state.expiry == Self.on(35))
    }

    @Test func `counts a playback under way as the first of its renewed form`() throws {
        var state = try Self.state()
        _ = try state.beginPlayback(at: Self.on(3))
        try state.renew(with: Self.rental, at: Self.on(4))
        #expect(state.phase == .played)
        #expect(state.expiry == Self.on(6))
    }

    @Test(arguments: [(nil, 30.0), (3.0, 5.0)])
    func `is not renewed after its expiry`(firstPlayed: Double?, day: Double) throws {
        var state = try Self.state(firstPlayed: firstPlayed)
        let before = state.lease
        #expect(throws: State.Refusal.self) {
            try state.renew(with: KeyLease(), at: Self.on(day))
        }
        #expect(state.lease == before)
    }

    @Test func `stays invalid, but does not stop what plays`() throws {
        var state = try Self.state()
        _ = try state.beginPlayback(at: Self.on(1))
        state.invalidate(at: Self.on(1))
        #expect(state.playbacksUnderWay == 1)
        #expect(throws: State.Refusal.invalidated) { try state.beginPlayback(at: Self.on(1)) }
        #expect(throws: State.Refusal.invalidated) {
            try state.renew(with: KeyLease(), at: Self.on(1))
        }
        state.endPlayback(at: Self.on(1))
    }

    @Test func `gains nothing from a clock that is turned back`() throws {
        var state = try Self.state()
        state.observe(Self.on(31))
        #expect(state.refusal(at: Self.on(1)) == .storageExpired(at: Self.on(30)))
        var played = try Self.state(firstPlayed: 3)
        played.observe(Self.on(4))
        #expect(try !played.beginPlayback(at: Self.on(0)))
        #expect(played.expiry == Self.on(5))
    }

    @Test func `is the same after it was written and read, but for playbacks under way`() throws {
        var state = try Self.state()
        _ = try state.beginPlayback(at: Self.on(1.234_567_89))
        let read = try JSONDecoder().decode(State.self, from: JSONEncoder().encode(state))
        #expect(read.playbacksUnderWay == 0)
        state.endPlayback(at: Self.on(1))
        #expect(read == state)
    }

    @Test func `says in words when it ended`() {
        #expect(
            State.Refusal.playbackExpired(at: Self.stored).description
                == "the time to play ended at 2027-01-15T08:00:00Z; get a new key")
    }

    // MARK: - Properties

    static func lease(_ random: inout SeededRandom) -> KeyLease {
        KeyLease(
            storageDuration: Bool.random(using: &random)
                ? .seconds(Int.random(in: 0...100, using: &random)) : nil,
            playbackDuration: Bool.random(using: &random)
                ? .seconds(Int.random(in: 0...30, using: &random)) : nil)
    }

    /// A key goes through 60 events at times that mostly go on and sometimes back. Beside it runs
    /// the bare rule: a playback may begin exactly before the expiry computed from the history.
    @Test(arguments: 0..<200)
    func `keeps its rules through any history`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        var time = 0.0
        var latest = 0.0
        var lease = Self.lease(&random)
        var storedAt = 0.0
        var firstPlayed: Double?
        var valid = true
        var underWay = 0
        var state = State(lease: lease, storedAt: Self.stored)
        for _ in 0..<60 {
            time += Double(Int.random(in: -5...10, using: &random))
            latest = max(latest, time)
            let limit =
                firstPlayed == nil
                ? lease.storageDuration.map { storedAt + Double($0.components.seconds) }
                : lease.playbackDuration.map {
                    (firstPlayed ?? 0) + Double($0.components.seconds)
                }
            let allowed = valid && limit.map { latest < $0 } ?? true
            let now = Self.stored + time
            switch Int.random(in: 0..<8, using: &random) {
            case 0...3:
                let began = (try? state.beginPlayback(at: now)) != nil
                #expect(began == allowed, "seed \(seed), begin at \(time)")
                if allowed {
                    underWay += 1
                    firstPlayed = firstPlayed ?? latest
                }
            case 4, 5:
                guard underWay > 0 else {
                    state.observe(now)
                    continue
                }
                state.endPlayback(at: now)
                underWay -= 1
            case 6:
                let new = Self.lease(&random)
                let renewed = (try? state.renew(with: new, at: now)) != nil
                #expect(renewed == allowed, "seed \(seed), renew at \(time)")
                if allowed {
                    lease = new
                    storedAt = latest
                    firstPlayed = underWay > 0 ? latest : nil
                }
            default:
                guard Int.random(in: 0..<10, using: &random) == 0 else {
                    state.observe(now)
                    continue
                }
                state.invalidate(at: now)
                valid = false
            }
            #expect(state.playbacksUnderWay == underWay, "seed \(seed)")
        }
    }
}
