/// The segments of a media playlist.
///
/// Stored as columns of small rows that point into the playlist's text, so that a playlist of a
/// day costs a few bytes per byte of text; an element is made when it is asked for.
public struct MediaSegments: Sendable {
    /// The playlist's bytes; behind them what substitution and edits added.
    var text: [UInt8]
    var rows: [SegmentRow]
    var partRows: [PartRow]
    var keySets: [[Key]]
    var maps: [InitSection]
    var dateTimes: [TextRange]
    /// Attributes of parts that have no property.
    var extras: [[UnknownAttribute]]
    /// Media sequence number of the first segment.
    public internal(set) var firstSequenceNumber: Int

    /// Makes an empty list.
    public init() {
        text = []
        rows = []
        partRows = []
        keySets = []
        maps = []
        dateTimes = []
        extras = []
        firstSequenceNumber = 0
    }

    /// Sum of the durations.
    public var totalDuration: Duration {
        var seconds = 0
        var nanoseconds = 0
        for row in rows {
            let (quotient, remainder) = Int(row.duration).quotientAndRemainder(
                dividingBy: Decimal.nanosecondsPerSecond)
            seconds += quotient
            nanoseconds += remainder
        }
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}

extension MediaSegments: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of segments.
    public var endIndex: Int { rows.count }

    /// A segment, made from its row; changed as a whole.
    public subscript(index: Int) -> MediaSegment {
        get { element(rows[index], at: index) }
        set { rows[index] = row(for: newValue) }
    }

    /// Replaces, inserts or removes segments.
    public mutating func replaceSubrange(
        _ range: Range<Int>, with elements: some Collection<MediaSegment>
    ) {
        let new = elements.map { row(for: $0) }
        rows.replaceSubrange(range, with: new)
    }
}

extension MediaSegments {
    private func element(_ row: SegmentRow, at index: Int) -> MediaSegment {
        var segment = MediaSegment(
            uri: text.string(row.uri), duration: .nanoseconds(row.duration))
        if row.title.count > 0 { segment.title = text.string(row.title) }
        segment.byteRange = row.byteRange
        segment.isDiscontinuity = row.flags.contains(.discontinuity)
        segment.isGap = row.flags.contains(.gap)
        segment.sequenceNumber = firstSequenceNumber &+ index
        if row.keySet != .none { segment.keys = keySets[Int(row.keySet.value)] }
        if row.map != .none { segment.map = maps[Int(row.map.value)] }
        if row.dateTime != .none {
            segment.programDateTime = PlaylistDate(
                text: text.string(dateTimes[Int(row.dateTime.value)]))
        }
        if row.bitrate != .none { segment.bitrate = Int(row.bitrate.value) }
        if row.partCount > 0 {
            let first = Int(row.firstPart)
            segment.parts = partRows[first..<first + Int(row.partCount)].map { part($0) }
        }
        return segment
    }

    func part(_ row: PartRow) -> PartialSegment {
        PartialSegment(
            uri: text.string(row.uri), duration: .nanoseconds(row.duration),
            byteRange: row.byteRange, isIndependent: row.flags.contains(.independent),
            isGap: row.flags.contains(.gap),
            unknownAttributes: row.extra == .none ? [] : extras[Int(row.extra.value)])
    }

    private mutating func row(for segment: MediaSegment) -> SegmentRow {
        var row = SegmentRow()
        row.uri = text.append(segment.uri)
        row.duration = Decimal.nanoseconds(segment.duration)
        if let title = segment.title { row.title = text.append(title) }
        row.byteRange = segment.byteRange
        if segment.isDiscontinuity { row.flags.insert(.discontinuity) }
        if segment.isGap { row.flags.insert(.gap) }
        row.keySet = index(ofKeys: segment.keys)
        row.map = segment.map.map { index(ofMap: $0) } ?? .none
        if let date = segment.programDateTime {
            row.dateTime = SmallIndex(dateTimes.count)
            dateTimes.append(text.append(date.text))
        }
        row.bitrate = segment.bitrate.map { SmallIndex($0) } ?? .none
        row.firstPart = UInt32(partRows.count)
        row.partCount = UInt32(segment.parts.count)
        for part in segment.parts { partRows.append(self.row(for: part)) }
        return row
    }

    private mutating func row(for part: PartialSegment) -> PartRow {
        var row = PartRow()
        row.uri = text.append(part.uri)
        row.duration = Decimal.nanoseconds(part.duration)
        row.byteRange = part.byteRange
        if part.isIndependent { row.flags.insert(.independent) }
        if part.isGap { row.flags.insert(.gap) }
        row.extra = index(ofExtra: part.unknownAttributes)
        return row
    }

    mutating func index(ofKeys keys: [Key]) -> SmallIndex {
        if keys.isEmpty { return .none }
        if keySets.last != keys { keySets.append(keys) }
        return SmallIndex(keySets.count - 1)
    }

    mutating func index(ofExtra attributes: [UnknownAttribute]) -> SmallIndex {
        if attributes.isEmpty { return .none }
        extras.append(attributes)
        return SmallIndex(extras.count - 1)
    }

    mutating func index(ofMap map: InitSection) -> SmallIndex {
        if maps.last != map { maps.append(map) }
        return SmallIndex(maps.count - 1)
    }
}

extension MediaSegments: Hashable {
    /// Whether all segments and their numbers are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.firstSequenceNumber == right.firstSequenceNumber && left.elementsEqual(right)
    }

    /// Feeds a part of the content: equal values have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows.count)
        for row in rows { hasher.combine(row.duration) }
    }
}

extension MediaSegments: ExpressibleByArrayLiteral {
    /// Makes a list of segments, numbered from zero on.
    public init(arrayLiteral elements: MediaSegment...) {
        self.init(elements)
    }
}
