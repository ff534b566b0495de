// Whether something was lost, and how the sender recovers (Linux: tcp_fastretrans_alert).
extension TCPSender {
    /// Judges an acknowledgement that may tell of a loss, or that comes while one is repaired.
    mutating func judge(
        _ previous: Int, _ packet: TCPPacket, _ effect: inout AckEffect, at now: Int
    ) -> Reaction {
        if state == .open {
            firstCopy = nil
        } else if acknowledged >= recoveryEnd {
            leaveReduction(packet, at: now)
        }
        switch state {
        case .recovery:
            if effect.advanced, undoPartly(previous, packet, at: now) { return .nothing }
            if undoIfAllDuplicated(at: now) { keepOpen() }
            findLosses(&effect, at: now)
            guard state != .recovery else { return .lostSegments }
            guard scoreboard.lost > 0 else { return .nothing }
            enterRecovery()
        case .loss:
            let reaction = repairTimeOut(packet, effect, at: now)
            findLosses(&effect, at: now)
            guard state == .open || effect.lostCopies else { return reaction }
            if !recoverIfLost(at: now) { return reaction }
        case .open, .disorder, .reduced:
            if state <= .disorder { _ = undoIfAllDuplicated(at: now) }
            findLosses(&effect, at: now)
            if !recoverIfLost(at: now) { return .nothing }
        }
        return .lostSegments
    }

    /// Enters recovery when something is lost; otherwise settles between open and disorder.
    private mutating func recoverIfLost(at now: Int) -> Bool {
        guard scoreboard.lost > 0 else {
            if firstCopy != nil, !hasCopies { firstCopy = nil }
            if state != .reduced { keepOpen() }
            return false
        }
        enterRecovery()
        return true
    }

    /// The state's end was acknowledged.
    private mutating func leaveReduction(_ packet: TCPPacket, at now: Int) {
        switch state {
        case .reduced where acknowledged > recoveryEnd:
            endReduction(at: now)
            state = .open
        case .recovery:
            undoRecovery(packet, at: now)
            // Undone or not, the window stands at the threshold.
            endReduction(at: now)
        default:
            break
        }
    }

    // MARK: States

    /// `tcp_try_keep_open`.
    mutating func keepOpen() {
        let settled: State =
            scoreboard.sacked + scoreboard.lost > 0 || hasCopies ? .disorder : .open
        guard state != settled else { return }
        state = settled
        recoveryEnd = next
    }

    /// Whether the oldest segment was sent again (`tcp_any_retrans_done`).
    private var hasCopies: Bool {
        if scoreboard.resent > 0 { return true }
        return !scoreboard.isEmpty
            && scoreboard[scoreboard.first].marks.contains(.everResent)
    }

    mutating func enterRecovery() {
        statistics.recoveries += 1
        priorThreshold = 0
        beginUndo()
        if !state.isReducing {
            priorThreshold = currentThreshold
            beginReduction()
        }
        state = .recovery
    }

    /// `tcp_init_cwnd_reduction`.
    mutating func beginReduction() {
        recoveryEnd = next
        probeEnd = nil
        window.credit = 0
        reduction = RateReduction(from: window.segments)
        window.threshold = window.thresholdAfterLoss()
    }

    /// `tcp_cwnd_reduction`.
    mutating func reduce(delivered count: Int, newlyLost: Int, advanced: Bool) {
        guard count > 0 else { return }
        window.segments = reduction.window(
            delivered: count, newlyLost: newlyLost, advanced: advanced,
            inFlight: scoreboard.inFlight, threshold: window.threshold)
    }

    /// `tcp_end_cwnd_reduction`.
    mutating func endReduction(at now: Int) {
        guard window.threshold < CongestionWindow.unlimited,
            state == .reduced || undoMarker != nil
        else { return }
        window.segments = window.threshold
        use.touchStamp(at: now)
    }

    // MARK: Losses (RFC 8985 6.2)

    private mutating func findLosses(_ effect: inout AckEffect, at now: Int) {
        guard !scoreboard.isEmpty, rack.hasAdvanced else { return }
        rack.hasAdvanced = false
        let copies = scoreboard.resent
        if detectLosses(at: now) { effect.restartsTimer = false }
        if copies > scoreboard.resent { effect.lostCopies = true }
    }

    /// Marks what is overdue and sets the timer for what may still come (`tcp_rack_detect_loss`).
    ///
    /// - Returns: whether the timer was set.
    mutating func detectLosses(at now: Int) -> Bool {
        let patience = rack.window(
            sacked: scoreboard.sacked, isRecovering: state >= .recovery, rtt: rtt)
        var wait = 0
        var index = scoreboard.earliest
        while index >= 0 {
            let segment = scoreboard[index]
            guard rack.isOlder(segment) else { break }
            let left = rack.timeLeft(of: segment, window: patience, at: now)
            if left <= 0 { scoreboard.markLost(index) } else { wait = max(wait, left) }
            index = segment.later
        }
        guard wait > 0 else { return false }
        timer.set(
            .reordering, jiffies: clock.jiffies(covering: wait) + 2, at: now, clock: clock)
        return true
    }
}
