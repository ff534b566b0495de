// What an acknowledgement says (Linux: tcp_ack, tcp_clean_rtx_queue, tcp_ack_update_rtt).
extension TCPSender {
    /// Takes the acknowledgement that a packet carries.
    mutating func acknowledge(_ packet: TCPPacket, at now: Int) -> Reaction {
        guard packet.acknowledgement <= next else { return .nothing }
        if scoreboard.isEmpty, packet.acknowledgement == acknowledged, packet.blocks.count == 0,
            probeEnd == nil
        {
            // As with everything that comes to an end that only receives.
            allowedEnd = max(allowedEnd, packet.acknowledgement + Int(packet.window))
            if timer.purpose == .windowProbe, allowedEnd > next { timer.clear() }
            return .nothing
        }
        var effect = AckEffect()
        let previous = acknowledged
        let lossesBefore = scoreboard.losses
        if packet.acknowledgement < previous {
            return takeOld(packet, &effect, at: now)
        }
        effect.advanced = packet.acknowledgement > previous
        effect.carriesNews = packet.end > packet.sequence || effect.advanced
        if effect.advanced { timeouts = 0 }
        let highestBefore = reportedEdge
        let end = packet.acknowledgement + Int(packet.window)
        if end > allowedEnd {
            allowedEnd = end
            effect.carriesNews = true
        }
        acknowledged = packet.acknowledgement
        if packet.blocks.count > 0 { takeReports(packet, before: previous, &effect, at: now) }
        guard !scoreboard.isEmpty else {
            takeUnasked(effect, packet, at: now)
            return .nothing
        }
        removeAcknowledged(packet, highestBefore, previous, &effect, at: now)
        if effect.reportedDuplicate { noteDuplicateForRack(effect) }
        if probeEnd != nil { takeProbeAnswer(packet.acknowledgement, effect, at: now) }
        var reaction = Reaction.nothing
        if effect.isSuspicious || state != .open {
            reaction = judge(previous, packet, &effect, at: now)
        }
        if effect.restartsTimer { restartTimer(at: now) }
        moveWindow(effect, newlyLost: scoreboard.losses - lossesBefore, at: now)
        return reaction
    }

    /// `tcp_cong_control`.
    private mutating func moveWindow(_ effect: AckEffect, newlyLost: Int, at now: Int) {
        if state.isReducing {
            reduce(delivered: effect.delivered, newlyLost: newlyLost, advanced: effect.advanced)
            return
        }
        let mayGrow =
            effect.acknowledgedData
            || (effect.reportedData && rack.reordering > RackState.initialReordering)
        guard mayGrow else { return }
        if use.allowsGrowth(of: window) {
            window.grow(acknowledged: effect.delivered, at: now)
        }
        use.touchStamp(at: now)
    }

    /// An acknowledgement older than one before it: only its reports count.
    private mutating func takeOld(
        _ packet: TCPPacket, _ effect: inout AckEffect, at now: Int
    ) -> Reaction {
        guard packet.blocks.count > 0 else { return .nothing }
        effect.carriesNews = packet.end > packet.sequence
        takeReports(packet, before: acknowledged, &effect, at: now)
        return judge(acknowledged, packet, &effect, at: now)
    }

    /// Nothing is out: only a report of a duplicate can matter.
    private mutating func takeUnasked(_ effect: AckEffect, _ packet: TCPPacket, at now: Int) {
        var effect = effect
        if effect.reportedDuplicate { _ = judge(acknowledged, packet, &effect, at: now) }
        if timer.purpose == .windowProbe, allowedEnd > next { timer.clear() }
        if probeEnd != nil { takeProbeAnswer(packet.acknowledgement, effect, at: now) }
    }

    private mutating func removeAcknowledged(
        _ packet: TCPPacket, _ highestBefore: Int, _ previous: Int, _ effect: inout AckEffect,
        at now: Int
    ) {
        var lowestOriginal = Int.max
        while !scoreboard.isEmpty, scoreboard[scoreboard.first].end <= acknowledged {
            let segment = scoreboard.removeFirst()
            let wasReported = segment.marks.contains(.sacked)
            buffer?.free(segment.payload)
            effect.acknowledgedData = true
            if segment.marks.contains(.everResent) {
                effect.acknowledgedCopies = true
            } else if !wasReported {
                effect.noteAcknowledged(segment)
                lowestOriginal = min(lowestOriginal, segment.start)
                if segment.end <= recoveryEnd { effect.originalArrived = true }
            }
            guard !wasReported else { continue }
            noteDelivered(&effect)
            if !wasNeedless(segment, packet) {
                rack.deliver(segment, minimum: rtt.minimum, at: now)
            }
        }
        let wasMeasured = measure(packet, effect, at: now)
        if effect.acknowledgedData {
            effect.restartsTimer = true
            // A hole that no copy filled was reordering.
            if lowestOriginal < highestBefore {
                rack.noteReordering(
                    distance: highestBefore - lowestOriginal, segmentBytes: options.segmentBytes)
            }
        } else if wasMeasured, let first = effect.reportedSpan?.first,
            first < scoreboard[scoreboard.first].sentAt
        {
            // Reports of what was sent before the oldest segment's copy keep the time-out alive.
            effect.restartsTimer = true
        }
        if scoreboard.isEmpty, effect.acknowledgedData { timer.clear() }
    }

    mutating func noteDelivered(_ effect: inout AckEffect) {
        delivered += 1
        effect.delivered += 1
    }

    /// Whether the original was what arrived, not the copy (`tcp_skb_spurious_retrans`).
    private func wasNeedless(_ segment: TCPSegment, _ packet: TCPPacket) -> Bool {
        segment.marks.contains(.everResent) && packet.echo < segment.sentAt
    }

    /// Takes the round trip from the acknowledgement: of segments sent once, or of the stamp.
    private mutating func measure(_ packet: TCPPacket, _ effect: AckEffect, at now: Int) -> Bool {
        var sample =
            effect.acknowledgedCopies ? nil : effect.acknowledgedSpan.map { now - $0.first }
        var latest = effect.acknowledgedCopies ? nil : effect.acknowledgedSpan.map { now - $0.last }
        if let span = effect.reportedSpan {
            sample = sample ?? now - span.first
            latest = now - span.last
        }
        if sample == nil, effect.acknowledgedData, packet.echo > 0 {
            sample = max(1, now - packet.echo)
            latest = sample
        }
        guard let sample else { return false }
        let trip = latest ?? sample
        rtt.measure(sample, latest: trip, acknowledged: acknowledged, next: next)
        window.measure(trip, acknowledged: acknowledged, next: next, at: now)
        return true
    }
}
