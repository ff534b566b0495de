/// The kind of file that a part's first bytes say it is.
package enum Container: String, Sendable, Hashable, CaseIterable, Codable {
    case mpegTS = "MPEG-TS"
    case fragmentedMP4 = "fMP4"
    case packedAudio = "packed audio"
    case webVTT = "WebVTT"
}

/// What a walk over all bytes of a part found.
package enum ContainerFinding: Sendable, Hashable, Codable {
    /// The structure holds from the first byte to the last.
    case whole(Container)
    /// The structure breaks or stops in the middle; in words.
    case broken(String)
    /// These bytes are no media at all: an error page, a playlist, nothing.
    case notMedia(String)
}

/// Walks the bytes of a part as they arrive and finds damage that a length cannot show.
///
/// MPEG-TS: every 188 bytes a sync byte, and a whole number of packets (ISO/IEC 13818-1, 2.4.3.2).
/// fMP4: box after box from the first byte to the last (ISO/IEC 14496-12, 4.2). Packed audio and
/// WebVTT: their beginning only (RFC 8216, section 3). It keeps no bytes but the first few.
package struct ContainerCheck: Sendable {
    private enum Phase {
        case sniffing
        case walking(Container)
        case ended(ContainerFinding)
    }

    private var phase = Phase.sniffing
    private var head: [UInt8] = []
    private var position = 0
    /// Where the next sync byte or box header is due.
    private var nextMark = 0
    private var boxHeader: [UInt8] = []
    /// A box without an end of its own was seen: it takes the rest of the file.
    private var openEnded = false

    private static let packetLength = 188
    private static let syncByte: UInt8 = 0x47
    private static let sniffLength = 16

    package init() {}

    /// Takes the next bytes of the part.
    package mutating func consume(_ bytes: UnsafeRawBufferPointer) {
        if case .sniffing = phase {
            head.append(contentsOf: bytes.prefix(Self.sniffLength - head.count))
            guard head.count == Self.sniffLength else {
                position += bytes.count
                return
            }
            begin()
            walk(head[...].prefix(position), from: 0)
        }
        walk(bytes, from: position)
        position += bytes.count
    }

    /// What the bytes were, now that no more come.
    package mutating func finish() -> ContainerFinding {
        if case .sniffing = phase {
            begin()
            walk(head[...], from: 0)
        }
        switch phase {
        case .sniffing: return .notMedia("empty")
        case .ended(let finding): return finding
        case .walking(.mpegTS):
            return position == nextMark
                ? .whole(.mpegTS)
                : .broken("it stops inside a packet: \(position) bytes are not a multiple of 188")
        case .walking(.fragmentedMP4):
            if openEnded { return .whole(.fragmentedMP4) }
            guard boxHeader.isEmpty, position == nextMark else {
                return .broken("it stops inside a box, after \(position) bytes")
            }
            return .whole(.fragmentedMP4)
        case .walking(let container): return .whole(container)
        }
    }

    private mutating func begin() {
        phase = Self.sniff(head)
    }

    private static func sniff(_ head: [UInt8]) -> Phase {
        if head.isEmpty { return .ended(.notMedia("the body is empty")) }
        if head[0] == syncByte { return .walking(.mpegTS) }
        if head.count >= 8, isBoxType(head[4..<8]) { return .walking(.fragmentedMP4) }
        if head.starts(with: Array("ID3".utf8)) || isAudioFrame(head) {
            return .walking(.packedAudio)
        }
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        if text.starts(with: Array("WEBVTT".utf8)) { return .walking(.webVTT) }
        if text.starts(with: Array("#EXTM3U".utf8)) {
            return .ended(.notMedia("it is a playlist"))
        }
        if text.first(where: { !isSpace($0) }) == UInt8(ascii: "<") {
            return .ended(.notMedia("it is an HTML or XML page"))
        }
        return .ended(
            .notMedia("its first bytes are of no media format that HLS knows (RFC 8216, section 3)")
        )
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    /// Sync words of ADTS AAC (12 bits set, layer 0), MPEG audio layers II and III (11 bits set) and
    /// AC-3 or E-AC-3 (0x0B77). Not layer I, which HLS does not know: it would let text in UTF-16
    /// pass, whose byte order mark is FF FE.
    private static func isAudioFrame(_ head: [UInt8]) -> Bool {
        guard head.count >= 2 else { return false }
        if head[0] == 0x0B { return head[1] == 0x77 }
        guard head[0] == 0xFF else { return false }
        let isADTS = head[1] & 0xF6 == 0xF0
        let isLayer2Or3 = head[1] & 0xE0 == 0xE0 && [0x02, 0x04].contains(head[1] & 0x06)
        return isADTS || isLayer2Or3
    }

    /// Boxes with which an init section or a media segment may begin.
    private static func isBoxType(_ type: ArraySlice<UInt8>) -> Bool {
        [
            "ftyp", "styp", "moov", "moof", "sidx", "ssix", "emsg", "prft", "free", "skip", "mdat",
            "uuid", "meta", "pdin",
        ].contains { type.elementsEqual($0.utf8) }
    }
}

extension ContainerCheck {
    /// Walks `bytes`, the first of which stands at `start` in the part.
    private mutating func walk<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes, from start: Int
    ) where Bytes.Index == Int {
        switch phase {
        case .walking(.mpegTS): walkPackets(bytes, from: start)
        case .walking(.fragmentedMP4): walkBoxes(bytes, from: start)
        case .walking, .sniffing, .ended: break
        }
    }

    private mutating func walkPackets<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes, from start: Int
    ) where Bytes.Index == Int {
        let end = start + bytes.count
        while nextMark < end {
            guard bytes[bytes.startIndex + nextMark - start] == Self.syncByte else {
                phase = .ended(.broken("no sync byte where packet \(nextMark / 188) begins"))
                return
            }
            nextMark += Self.packetLength
        }
    }

    private mutating func walkBoxes<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes, from start: Int
    ) where Bytes.Index == Int {
        let end = start + bytes.count
        while !openEnded, nextMark + boxHeader.count < end {
            boxHeader.append(bytes[bytes.startIndex + nextMark + boxHeader.count - start])
            guard let size = declaredSize() else { continue }
            guard let size else { return }
            boxHeader.removeAll(keepingCapacity: true)
            let (mark, overflow) = nextMark.addingReportingOverflow(size)
            guard !overflow else {
                phase = .ended(.broken("a box of impossible size at byte \(nextMark)"))
                return
            }
            nextMark = mark
        }
    }

    /// The size of the box whose header is being collected. Nil: more bytes are needed. Inner nil:
    /// the walk is over.
    private mutating func declaredSize() -> Int?? {
        guard boxHeader.count >= 8 else { return .none }
        // Zeros, which a file has where a crash lost its bytes, would read as a last box without end.
        guard boxHeader[4..<8].allSatisfy({ (0x20...0x7E).contains($0) }) else {
            phase = .ended(.broken("no box type where a box begins, at byte \(nextMark)"))
            return .some(nil)
        }
        let short = boxHeader[0..<4].reduce(0) { $0 << 8 | Int($1) }
        switch short {
        case 0:
            openEnded = true
            return .some(nil)
        case 1:
            guard boxHeader.count == 16 else { return .none }
            let long = boxHeader[8..<16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if long >= 16, let size = Int(exactly: long) { return .some(size) }
        case 8...: return .some(short)
        default: break
        }
        phase = .ended(.broken("a box of impossible size at byte \(nextMark)"))
        return .some(nil)
    }
}
