// What is sent next (Linux: tcp_write_xmit, tcp_xmit_retransmit_queue).
extension TCPSender {
    /// The next segment that was never sent; nil when there is none, or windows forbid it.
    ///
    /// - Parameter isProbe: whether a tail loss probe is wanted, for which the congestion window
    ///   does not count.
    func nextSegment(isProbe: Bool = false, at now: Int) -> TCPSegment? {
        let payload = min(written, options.segmentBytes)
        let finishes = isFinishing && !finishWasSent && payload == backlog
        guard payload > 0 || finishes else { return nil }
        // A FIN on its own does not wait for the congestion window.
        guard isProbe || payload == 0 || scoreboard.inFlight < window.segments else { return nil }
        var segment = TCPSegment(start: next, end: next + payload, sentAt: now)
        if segment.end > allowedEnd {
            // With nothing on the way, what there is room for is worth a segment of its own.
            guard scoreboard.isEmpty, allowedEnd > next else { return nil }
            segment.end = allowedEnd
        }
        if finishes, segment.end == next + backlog {
            segment.end += 1
            segment.marks.insert(.finish)
        }
        return segment
    }

    /// The segment was sent.
    mutating func noteSent(_ segment: TCPSegment, at now: Int) {
        noteTransmission(at: now)
        scoreboard.append(segment)
        backlog -= segment.payload
        written -= segment.payload
        next = segment.end
        if segment.marks.contains(.finish) { finishWasSent = true }
        if scoreboard.count == 1 || timer.purpose == .lossProbe { rearm(at: now) }
        if state.isReducing { reduction.sent += 1 }
    }

    /// A segment of any kind goes out.
    private mutating func noteTransmission(at now: Int) {
        if scoreboard.inFlight == 0 { window.resume(idleSince: lastSent, at: now) }
        statistics.segmentsSent += 1
        lastSent = now
    }

    /// The machine's own queue was full: the sender slows down, and nothing is lost
    /// (`tcp_enter_cwr`).
    mutating func noteRefused() {
        statistics.refused += 1
        priorThreshold = 0
        guard state < .reduced else { return }
        undoMarker = nil
        beginReduction()
        state = .reduced
    }

    /// All that could be sent was sent.
    /// - Parameter count: segments that were.
    mutating func noteSendingEnded(count: Int, at now: Int) {
        let isFull = scoreboard.inFlight >= window.segments
        if count > 0 || isFull {
            let used = use.note(
                out: scoreboard.count, isFull: isFull, acknowledged: acknowledged, next: next,
                window: window, timeout: timeoutJiffies * clock.tick, at: now)
            if let used, options.restartsAfterIdle { shrinkUnused(to: used) }
        }
        if count > 0 { scheduleProbe(isFromAck: false, at: now) }
        if scoreboard.isEmpty, timer.purpose == nil, hasUnsent {
            timer.set(
                .windowProbe, jiffies: clock.jiffies(covering: rtt.timeout), at: now, clock: clock)
        }
    }

    /// RFC 2861: a window that is not used says nothing of the link any more.
    private mutating func shrinkUnused(to used: Int) {
        guard state == .open else { return }
        let least = max(used, options.initialWindow)
        guard least < window.segments else { return }
        window.threshold = currentThreshold
        window.segments = (window.segments + least) >> 1
    }

    /// The lost segment to send again now, if the window allows one.
    mutating func nextCopy() -> Int? {
        guard !scoreboard.isEmpty, scoreboard.inFlight < window.segments,
            scoreboard.resent < scoreboard.lost, let index = scoreboard.nextUnrepaired(),
            !isInOwnQueue(scoreboard[index])
        else { return nil }
        return index
    }

    /// Whether what was sent last of the segment waits in the sending machine's own queue, so that
    /// a copy would make no sense (`skb_still_in_host_queue`).
    func isInOwnQueue(_ segment: TCPSegment) -> Bool {
        options.isNetemOnSender && segment.sentAt > leftQueue && !segment.marks.contains(.vanished)
    }

    /// The segment was sent again.
    /// - Parameter vanished: whether it was lost before it reached the machine's own queue.
    mutating func noteCopied(
        _ index: Int, isProbe: Bool = false, vanished: Bool = false, at now: Int
    ) {
        noteTransmission(at: now)
        statistics.segmentsResent += 1
        scoreboard.markResent(index, at: now, isProbe: isProbe, vanished: vanished)
        guard !isProbe else { return }
        firstCopy = firstCopy ?? now
        unaccountedCopies = (unaccountedCopies ?? 0) + 1
        if state.isReducing { reduction.sent += 1 }
        if index == scoreboard.first, timer.purpose != .reordering {
            timer.set(.retransmission, jiffies: timeoutJiffies, at: now, clock: clock)
        }
    }
}
