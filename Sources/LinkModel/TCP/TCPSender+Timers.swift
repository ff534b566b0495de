// What the sender does when its time has come (Linux: tcp_timer.c, tcp_send_loss_probe).
extension TCPSender {
    /// Most doublings of the interval between window probes.
    private static let mostWindowProbeDoublings = 6

    /// What to send when the timer has fired.
    enum Expiry {
        case nothing
        /// The oldest segment, again.
        case oldest
        case lostSegments
        /// A tail loss probe: new data, or else the youngest segment again.
        case probe
        case windowProbe
    }

    /// The timer's deadline is here.
    mutating func expire(at now: Int) -> Expiry {
        let purpose = timer.purpose
        timer.clear()
        switch purpose {
        case nil: return .nothing
        case .retransmission: return timeOut(at: now)
        case .reordering: return settle(at: now)
        case .lossProbe: return beginProbe(at: now)
        case .windowProbe:
            guard scoreboard.isEmpty else { return .nothing }
            timeouts = min(timeouts + 1, Self.mostWindowProbeDoublings)
            let wait = rtt.timeout << timeouts
            timer.set(
                .windowProbe, jiffies: clock.jiffies(covering: wait), at: now, clock: clock)
            return .windowProbe
        }
    }

    /// RFC 6298 5.4 to 5.6, `tcp_retransmit_timer`.
    private mutating func timeOut(at now: Int) -> Expiry {
        guard !scoreboard.isEmpty else { return .nothing }
        statistics.timeouts += 1
        enterLoss(at: now)
        timeouts += 1
        rtt.backOff()
        timer.set(.retransmission, jiffies: timeoutJiffies, at: now, clock: clock)
        return .oldest
    }

    /// `tcp_enter_loss`.
    private mutating func enterLoss(at now: Int) {
        let isNew = state < .recovery
        for index in scoreboard.first..<scoreboard.next {
            // What was sent a round trip ago or less may still come.
            if index != scoreboard.first,
                rack.timeLeft(of: scoreboard[index], window: 0, at: now) > 0
            {
                continue
            }
            scoreboard.markLost(index)
        }
        if state <= .disorder || recoveryEnd <= acknowledged || (state == .loss && timeouts == 0) {
            priorThreshold = currentThreshold
            reduction = RateReduction(from: window.segments)
            window.threshold = window.thresholdAfterLoss()
            beginUndo()
        }
        window.segments = scoreboard.inFlight + 1
        window.credit = 0
        use.touch(at: now)
        if state <= .disorder, scoreboard.sacked >= RackState.initialReordering { rack.distrust() }
        state = .loss
        window.timeOut(next: next, at: now)
        recoveryEnd = next
        doubtsTimeout = isNew || timeouts > 0
    }

    /// RFC 8985 6.3: what was given time to settle and has not come is lost.
    private mutating func settle(at now: Int) -> Expiry {
        let before = (inFlight: scoreboard.inFlight, losses: scoreboard.losses)
        _ = detectLosses(at: now)
        let found = before.inFlight != scoreboard.inFlight
        if found, state != .recovery {
            enterRecovery()
            reduce(delivered: 1, newlyLost: scoreboard.losses - before.losses, advanced: false)
        }
        if timer.purpose != .retransmission { rearm(at: now) }
        return found ? .lostSegments : .nothing
    }

    // MARK: Tail loss probes (RFC 8985 7)

    /// Sets the timer for a probe in place of a time-out.
    ///
    /// - Parameter isFromAck: whether the time-out begins anew with an acknowledgement now.
    /// - Returns: false in states that have no probes.
    @discardableResult
    mutating func scheduleProbe(isFromAck: Bool, at now: Int) -> Bool {
        guard !scoreboard.isEmpty, state == .open || state == .reduced else { return false }
        var jiffies: Int
        if rtt.isMeasured {
            jiffies = clock.jiffies(covering: rtt.smoothed << 1)
            // A single segment may be waiting for a delayed acknowledgement.
            jiffies +=
                scoreboard.count == 1
                ? clock.jiffies(covering: options.minimumTimeout.wholeNanoseconds) : 2
        } else {
            jiffies = clock.jiffies(covering: RoundTripEstimator.initialTimeout)
        }
        let whole = timeoutJiffies
        if isFromAck {
            jiffies = min(jiffies, whole)
        } else {
            let left = scoreboard[scoreboard.first].sentAt + whole * clock.tick - now
            if left > 0 { jiffies = min(jiffies, clock.jiffies(covering: left)) }
        }
        timer.set(.lossProbe, jiffies: jiffies, at: now, clock: clock)
        return true
    }

    private mutating func beginProbe(at now: Int) -> Expiry {
        guard !scoreboard.isEmpty else { return .nothing }
        guard probeEnd == nil else {
            rearm(at: now, isFromProbe: true)
            return .nothing
        }
        return .probe
    }

    /// The probe was sent, or could not be.
    mutating func noteProbed(isCopy: Bool, wasSent: Bool, at now: Int) {
        if wasSent {
            statistics.lossProbes += 1
            probeEnd = next
            probeIsCopy = isCopy
            timer.clear()
            rearm(at: now)
        } else {
            rearm(at: now, isFromProbe: true)
        }
    }

    /// `tcp_rearm_rto`: the time-out starts now, or where the oldest segment was sent if another
    /// timer ran in between.
    mutating func rearm(at now: Int, isFromProbe: Bool = false) {
        guard !scoreboard.isEmpty else {
            timer.clear()
            return
        }
        var jiffies = timeoutJiffies
        if isFromProbe || timer.purpose == .reordering || timer.purpose == .lossProbe {
            let left = scoreboard[scoreboard.first].sentAt + jiffies * clock.tick - now
            jiffies = clock.jiffies(covering: max(left, 1))
        }
        timer.set(.retransmission, jiffies: jiffies, at: now, clock: clock)
    }

    /// `tcp_set_xmit_timer`.
    mutating func restartTimer(at now: Int) {
        if !scheduleProbe(isFromAck: true, at: now) { rearm(at: now) }
    }
}
