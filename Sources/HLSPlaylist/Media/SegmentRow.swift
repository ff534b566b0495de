/// What a segment keeps of its own; 72 bytes.
struct SegmentRow: Sendable {
    struct Flags: OptionSet {
        var rawValue: UInt8
        static let discontinuity = Flags(rawValue: 1)
        static let gap = Flags(rawValue: 2)
        static let independent = Flags(rawValue: 4)
        /// EXTINF was missing or unreadable: the duration is still to be filled in.
        static let needsDuration = Flags(rawValue: 8)
    }

    var uri = TextRange.empty
    var title = TextRange.empty
    /// Nanoseconds.
    var duration: Int64 = 0
    private var rangeOffset: Int64 = 0
    /// Negative: the segment is the whole resource.
    private var rangeLength: Int64 = -1
    var keySet = SmallIndex.none
    var map = SmallIndex.none
    var dateTime = SmallIndex.none
    /// Kilobits per second.
    var bitrate = SmallIndex.none
    var firstPart: UInt32 = 0
    var partCount: UInt32 = 0
    /// Line of EXTINF or, where that is missing, of the URI.
    var line: UInt32 = 0
    var flags: Flags = []

    var byteRange: ByteRange? {
        get {
            rangeLength < 0 ? nil : ByteRange(offset: Int(rangeOffset), length: Int(rangeLength))
        }
        set {
            rangeOffset = Int64(newValue?.offset ?? 0)
            rangeLength = Int64(newValue?.length ?? -1)
        }
    }
}

/// What a partial segment keeps of its own.
struct PartRow: Sendable {
    var uri = TextRange.empty
    /// Nanoseconds.
    var duration: Int64 = 0
    private var rangeOffset: Int64 = 0
    private var rangeLength: Int64 = -1
    /// Place of the attributes without a property.
    var extra = SmallIndex.none
    var flags: SegmentRow.Flags = []

    var byteRange: ByteRange? {
        get {
            rangeLength < 0 ? nil : ByteRange(offset: Int(rangeOffset), length: Int(rangeLength))
        }
        set {
            rangeOffset = Int64(newValue?.offset ?? 0)
            rangeLength = Int64(newValue?.length ?? -1)
        }
    }
}

/// An optional number in four bytes.
struct SmallIndex: Sendable, Equatable {
    static let none = SmallIndex(raw: .max)
    static let largest = Int(UInt32.max - 1)

    private(set) var value: UInt32

    private init(raw: UInt32) {
        value = raw
    }

    /// Numbers beyond ``largest`` become it.
    init(_ value: Int) {
        self.value = UInt32(Swift.max(0, Swift.min(value, Self.largest)))
    }
}
