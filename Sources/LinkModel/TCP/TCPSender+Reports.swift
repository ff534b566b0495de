// What the receiver reports beyond the acknowledgement (Linux: tcp_sacktag_write_queue).
extension TCPSender {
    /// The sequence number behind the highest that arrived (`tcp_highest_sack_seq`).
    var reportedEdge: Int { scoreboard.sacked == 0 ? acknowledged : highestReported }

    /// Takes the SACK blocks of a packet (RFC 2018, 2883).
    ///
    /// - Parameter previous: what was acknowledged before this packet.
    mutating func takeReports(
        _ packet: TCPPacket, before previous: Int, _ effect: inout AckEffect, at now: Int
    ) {
        let blocks = packet.blocks
        if blocks.reportsDuplicate { takeDuplicate(blocks[0], before: previous, &effect) }
        let edge = reportedEdge
        // In ascending order, so that the newest segment is the last one that RACK hears of.
        var taken = acknowledged
        while let block = blocks.next(behind: taken) {
            taken = block.end
            take(block, edge, &effect, packet, at: now)
        }
        knownBlocks = blocks
        if effect.reordered < edge {
            rack.noteReordering(
                distance: reportedEdge - effect.reordered, segmentBytes: options.segmentBytes)
        }
    }

    /// Marks the parts of a block that the last acknowledgement did not report.
    private mutating func take(
        _ block: SackBlocks.Block, _ edge: Int, _ effect: inout AckEffect, _ packet: TCPPacket,
        at now: Int
    ) {
        for index in 0..<Int(knownBlocks.count) where block.holds(knownBlocks[index]) {
            let known = knownBlocks[index]
            mark(block.start, known.start, edge, &effect, packet, at: now)
            mark(known.end, block.end, edge, &effect, packet, at: now)
            return
        }
        mark(block.start, block.end, edge, &effect, packet, at: now)
    }

    private mutating func mark(
        _ start: Int, _ end: Int, _ edge: Int, _ effect: inout AckEffect, _ packet: TCPPacket,
        at now: Int
    ) {
        guard end > start, end > acknowledged else { return }
        var index = scoreboard.index(endingBehind: start)
        while index < scoreboard.next {
            let segment = scoreboard[index]
            guard segment.end <= end else { break }
            // What the acknowledgement itself takes away is counted there.
            if !segment.marks.contains(.sacked), segment.end > acknowledged {
                report(index, segment, edge, &effect, packet, at: now)
            }
            index += 1
        }
    }

    /// A segment is reported for the first time (`tcp_sacktag_one`).
    private mutating func report(
        _ index: Int, _ segment: TCPSegment, _ edge: Int, _ effect: inout AckEffect,
        _ packet: TCPPacket, at now: Int
    ) {
        rack.deliver(segment, minimum: rtt.minimum, at: now)
        if !segment.marks.contains(.everResent) {
            if segment.start < edge { effect.reordered = min(effect.reordered, segment.start) }
            if segment.end <= recoveryEnd { effect.originalArrived = true }
            effect.noteReported(segment)
        }
        scoreboard.markSacked(index)
        highestReported = max(highestReported, segment.end)
        effect.reportedData = true
        noteDelivered(&effect)
    }

    /// The receiver got something twice (RFC 2883, `tcp_check_dsack`).
    private mutating func takeDuplicate(
        _ block: SackBlocks.Block, before previous: Int, _ effect: inout AckEffect
    ) {
        effect.reportedDuplicate = true
        effect.reportedProbe = probeIsCopy && probeEnd == block.end
        if let copies = unaccountedCopies, copies > 0, let marker = undoMarker, block.end > marker {
            unaccountedCopies = copies - 1
        }
        guard block.end > acknowledged else { return }
        let index = scoreboard.index(endingBehind: block.start)
        if index < scoreboard.next { scoreboard.markDuplicate(index) }
    }

    /// Gives reordering more time, if a copy turned out needless (`tcp_rack_update_reo_wnd`).
    mutating func noteDuplicateForRack(_ effect: AckEffect) {
        guard rack.sawReordering, !effect.reportedProbe else { return }
        rack.noteDuplicate(
            deliveredBefore: delivered - scoreboard.count, delivered: delivered)
    }

    /// Looks what became of a tail loss probe (RFC 8985 7.4, `tcp_process_tlp_ack`).
    mutating func takeProbeAnswer(_ sequence: Int, _ effect: AckEffect, at now: Int) {
        guard let end = probeEnd, sequence >= end else { return }
        if !probeIsCopy || effect.reportedProbe {
            probeEnd = nil
        } else if sequence > end {
            // No duplicate was reported: the probe repaired a loss.
            beginReduction()
            state = .reduced
            endReduction(at: now)
            keepOpen()
        } else if effect.isDuplicate, !effect.reportedData {
            probeEnd = nil
        }
    }
}
