/// A range of time with attributes: EXT-X-DATERANGE, section 4.4.5.1.
public struct DateRange: Sendable, Hashable {
    public var id: String
    public var rangeClass: String?
    public var startDate: PlaylistDate?
    /// CUE: when the range begins, apart from its date: `PRE`, `POST`, `ONCE`.
    public var cues: [String]
    public var endDate: PlaylistDate?
    public var duration: Duration?
    public var plannedDuration: Duration?
    /// The range ends where the next of its class begins.
    public var endsOnNext: Bool
    /// SCTE35-CMD, SCTE35-OUT and SCTE35-IN: `splice_info_section` bytes.
    public var scte35Command: [UInt8]?
    public var scte35Out: [UInt8]?
    public var scte35In: [UInt8]?
    /// `X-` attributes in the order of the text.
    public var clientAttributes: [ClientAttribute]
    public var unknownAttributes: [UnknownAttribute]
    /// The segment that the tag stands before; the number of segments when none follows.
    public var position: Int

    public init(id: String, startDate: PlaylistDate? = nil) {
        self.id = id
        self.startDate = startDate
        cues = []
        endsOnNext = false
        clientAttributes = []
        unknownAttributes = []
        position = 0
    }
}

/// An attribute of a date range whose name begins with `X-`.
public struct ClientAttribute: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
        case string(String)
        case bytes([UInt8])
        case number(Double)
    }

    public var name: String
    public var value: Value

    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}
