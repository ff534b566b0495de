// Reductions that were mistakes (Linux: tcp_try_undo_*; RFC 3522, 4015, 5682).
extension TCPSender {
    /// A reduction begins that may turn out to be a mistake.
    mutating func beginUndo() {
        undoMarker = acknowledged
        unaccountedCopies = scoreboard.resent > 0 ? scoreboard.resent : nil
    }

    /// Whether the original arrived that a copy was made of (Eifel, by the time stamp).
    private func wasLate(_ packet: TCPPacket) -> Bool {
        guard let first = firstCopy, packet.echo > 0 else { return false }
        return packet.echo < first
    }

    /// `tcp_may_undo`.
    private func mayUndo(_ packet: TCPPacket) -> Bool {
        undoMarker != nil && (unaccountedCopies == 0 || wasLate(packet))
    }

    /// `tcp_undo_cwnd_reduction`.
    private mutating func undo(forgiving: Bool, at now: Int) {
        statistics.undone += 1
        if forgiving { scoreboard.forgiveLosses() }
        if priorThreshold > 0 {
            window.segments = max(window.segments, reduction.priorWindow)
            window.threshold = max(window.threshold, priorThreshold)
        }
        use.touchStamp(at: now)
        undoMarker = nil
        rack.hasAdvanced = true
    }

    /// A recovery is complete (`tcp_try_undo_recovery`).
    mutating func undoRecovery(_ packet: TCPPacket, at now: Int) {
        if mayUndo(packet) {
            undo(forgiving: false, at: now)
        } else {
            rack.endRecovery()
        }
        state = .open
    }

    /// Every copy turned out to be a duplicate (`tcp_try_undo_dsack`).
    mutating func undoIfAllDuplicated(at now: Int) -> Bool {
        guard undoMarker != nil, unaccountedCopies == 0 else { return false }
        undo(forgiving: false, at: now)
        return true
    }

    /// A hole was filled by what was late (`tcp_try_undo_partial`).
    ///
    /// - Returns: whether nothing more is to be marked or sent again now.
    mutating func undoPartly(_ previous: Int, _ packet: TCPPacket, at now: Int) -> Bool {
        guard undoMarker != nil, wasLate(packet) else { return false }
        if reportedEdge > previous {
            rack.noteReordering(
                distance: reportedEdge - previous, segmentBytes: options.segmentBytes)
        }
        if scoreboard.resent > 0 { return true }
        firstCopy = nil
        undo(forgiving: true, at: now)
        keepOpen()
        return false
    }

    /// An acknowledgement after a time-out (`tcp_process_loss`, RFC 5682 3.1 with SACK).
    mutating func repairTimeOut(
        _ packet: TCPPacket, _ effect: AckEffect, at now: Int
    ) -> Reaction {
        let isRepaired = acknowledged >= recoveryEnd
        if effect.advanced, undoLoss(packet, isSpurious: false, at: now) { return .nothing }
        if doubtsTimeout {
            if effect.originalArrived, undoLoss(packet, isSpurious: true, at: now) {
                return .nothing
            }
            if next > recoveryEnd {
                if effect.reportedData || effect.isDuplicate { doubtsTimeout = false }
            } else if effect.advanced, !isRepaired {
                recoveryEnd = next
                if backlog > 0, allowedEnd > next { return .newData }
                doubtsTimeout = false
            }
        }
        if isRepaired {
            undoRecovery(packet, at: now)
            return .nothing
        }
        return .lostSegments
    }

    private mutating func undoLoss(_ packet: TCPPacket, isSpurious: Bool, at now: Int) -> Bool {
        guard isSpurious || mayUndo(packet) else { return false }
        undo(forgiving: true, at: now)
        timeouts = 0
        state = .open
        return true
    }
}
