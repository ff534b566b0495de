// When a receiver acknowledges, and what it says (Linux: tcp_input.c, tcp_output.c, tcp_timer.c).
extension TCPReceiver {
    /// The reader took bytes that were waiting.
    ///
    /// - Returns: whether to acknowledge now: for the reader's sake, or because the window opened so
    ///   much that the peer should hear of it.
    mutating func read(_ bytes: Int, at now: Int) -> Bool {
        window.read(bytes, at: now)
        if readerAcknowledges { return true }
        let left = offeredEnd - next
        guard 2 * left <= window.bound else { return false }
        let room = window.room(held: queue.bytes)
        return room > 0 && room >= 2 * left
    }

    /// Whether a reader that has emptied the buffer makes the machine acknowledge
    /// (`tcp_cleanup_rbuf`): after a small segment, unless an answer may carry it.
    var readerAcknowledges: Bool {
        guard isPending else { return false }
        if next - acknowledged > peerSegment { return true }
        guard queue.isEmpty, window.unread == 0 else { return false }
        return sawSmallTwice || (sawSmall && !isInteractive)
    }

    /// `__tcp_ack_snd_check`; sets the timers where the answer is no.
    mutating func shouldAcknowledgeNow(roundTrip: Int, at now: Int) -> Bool {
        guard isPending else { return false }
        if isUrgent || (quick > 0 && !isInteractive) { return true }
        if next - acknowledged > max(peerSegment, 1),
            window.room(held: queue.bytes) >= offeredEnd - acknowledged
        {
            return true
        }
        guard queue.isEmpty else { return shouldAnswerHole(roundTrip: roundTrip, at: now) }
        return !delay(roundTrip: roundTrip, at: now)
    }

    /// The first duplicates are sent at once, later ones at most every millisecond or 5 % of the
    /// round trip.
    private mutating func shouldAnswerHole(roundTrip: Int, at now: Int) -> Bool {
        if compressed >= Self.mostCompressed { return true }
        if compressedAt != next {
            compressedAt = next
            duplicatesSent = 0
        }
        if duplicatesSent < Self.duplicatesAtOnce {
            duplicatesSent += 1
            return true
        }
        compressed += 1
        guard compressedDeadline == .max else { return false }
        var trip = window.roundTrip
        if roundTrip > 0, roundTrip < trip || trip == 0 { trip = roundTrip }
        compressedDeadline = now + min(Self.longestCompression, trip / 20)
        return false
    }

    /// Sets the timer of a delayed acknowledgement (`tcp_send_delayed_ack`).
    ///
    /// - Returns: false when the present one is so near that it may as well go now.
    private mutating func delay(roundTrip: Int, at now: Int) -> Bool {
        var wait = patience
        if wait > leastPatience {
            var bound = isInteractive || sawSmall ? clock.hertz / 5 : clock.hertz / 2
            if roundTrip > 0 {
                bound = min(bound, max(clock.jiffies(covering: roundTrip), leastPatience))
            }
            wait = min(wait, bound)
        }
        wait = min(wait, max(1, clock.hertz / 5))
        if delayedDeadline < .max {
            if delayedDeadline <= now + (wait >> 2) * clock.tick { return false }
            let later = clock.expiry(of: wait, at: now)
            delayedDeadline = min(delayedDeadline, later)
            return true
        }
        delayedDeadline = clock.expiry(of: wait, at: now)
        return true
    }

    /// A timer is due (`tcp_delack_timer_handler`, `tcp_compressed_ack_kick`).
    ///
    /// - Returns: whether to acknowledge now.
    mutating func expire(timeout: Int, at now: Int) -> Bool {
        if compressedDeadline <= now {
            compressedDeadline = .max
            if compressed > 0 { return true }
        }
        guard delayedDeadline <= now else { return false }
        delayedDeadline = .max
        guard isPending else { return false }
        if isInteractive {
            isInteractive = false
            patience = leastPatience
        } else {
            patience = min(patience << 1, clock.jiffies(covering: timeout))
        }
        return true
    }

    /// Data of the other half goes out (`tcp_event_data_sent`).
    mutating func noteDataSent(at now: Int) {
        if clock.jiffies(at: now) - lastArrival < patience { isInteractive = true }
    }

    /// Fills in what a packet says of this half; the packet is being sent (`tcp_event_ack_sent`).
    mutating func sign(_ packet: inout TCPPacket) {
        let end = max(offeredEnd, next + window.room(held: queue.bytes))
        packet.flags.insert(.acknowledge)
        packet.acknowledgement = next
        packet.window = Int32(clamping: end - next)
        packet.echo = echo
        if !queue.isEmpty || duplicate != nil { packet.blocks = queue.report(duplicate: duplicate) }
        if isPending, quick > 0 {
            quick -= 1
            if quick == 0 { patience = leastPatience }
        }
        duplicate = nil
        offeredEnd = end
        acknowledged = next
        isPending = false
        isUrgent = false
        sawSmall = false
        sawSmallTwice = false
        compressed = 0
        delayedDeadline = .max
        compressedDeadline = .max
    }
}
