/// A part of a resource, with the offset that the playlist means, written or implied.
public struct ByteRange: Sendable, Hashable, Codable {
    /// First byte.
    public var offset: Int
    /// Number of bytes.
    public var length: Int

    /// Makes one from its properties; what is left out is as in a tag without it.
    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// One past the last byte; the largest integer where the sum exceeds it.
    public var end: Int {
        let (sum, overflow) = offset.addingReportingOverflow(length)
        return overflow ? .max : sum
    }
}
