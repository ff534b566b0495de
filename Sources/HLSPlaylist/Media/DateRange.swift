/// A range of time with attributes: EXT-X-DATERANGE, section 4.4.5.1.
public struct DateRange: Sendable, Hashable {
    /// ID: tags with the same one are about the same range.
    public var id: String
    /// CLASS: says what the attributes of the range mean.
    public var rangeClass: String?
    /// START-DATE; nil where a tag before with the same ID has it.
    public var startDate: PlaylistDate?
    /// CUE: when the range begins, apart from its date: `PRE`, `POST`, `ONCE`.
    public var cues: [String]
    /// END-DATE.
    public var endDate: PlaylistDate?
    /// DURATION.
    public var duration: Duration?
    /// PLANNED-DURATION: expected, while the range has no end.
    public var plannedDuration: Duration?
    /// The range ends where the next of its class begins.
    public var endsOnNext: Bool
    /// SCTE35-CMD, `splice_info_section` bytes.
    public var scte35Command: [UInt8]?
    /// SCTE35-OUT, `splice_info_section` bytes.
    public var scte35Out: [UInt8]?
    /// SCTE35-IN, `splice_info_section` bytes.
    public var scte35In: [UInt8]?
    /// `X-` attributes in the order of the text.
    public var clientAttributes: [ClientAttribute]
    /// Attributes that the library has no property for, in the order of the text.
    public var unknownAttributes: [UnknownAttribute]
    /// The segment that the tag stands before; the number of segments when none follows.
    public var position: Int

    /// Makes one from its properties; what is left out is as in a tag without it.
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
    /// The types that such attributes have.
    public enum Value: Sendable, Hashable {
        /// In quotes.
        case string(String)
        /// `0x` and hexadecimal digits.
        case bytes([UInt8])
        /// A decimal number, with sign or without.
        case number(Double)
    }

    /// With its prefix: `X-ASSET-URI`.
    public var name: String
    /// The value, without quotes.
    public var value: Value

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(name: String, value: Value) {
        self.name = name
        self.value = value
    }
}
