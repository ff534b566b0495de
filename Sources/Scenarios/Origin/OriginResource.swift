/// One file that an origin serves: what the head of an answer is made from.
package struct OriginResource: Sendable, Hashable {
    /// Where the file lies on the origin, with the leading `/`.
    package var path: String
    package var contentType: String
    /// Strong, with its quotes (RFC 9110, 8.8.3).
    package var entityTag: String
    /// Seconds since 1970-01-01 00:00:00 UTC.
    package var lastModified: Int
    /// Bytes of the file as it is.
    package var length: Int
    /// Bytes of the file compressed with gzip; nil when it is not offered compressed.
    package var gzipLength: Int?
    /// What lies in the file, in the order of the catalog. A byte-range file holds many parts.
    package var holdings: [Holding]

    /// A part of the asset and where it lies in the file.
    package struct Holding: Sendable, Hashable {
        package var part: OriginPart
        package var range: Range<Int>

        package init(part: OriginPart, range: Range<Int>) {
            self.part = part
            self.range = range
        }
    }

    package init(
        path: String, contentType: String, entityTag: String, lastModified: Int, length: Int,
        gzipLength: Int? = nil, holdings: [Holding]
    ) {
        self.path = path
        self.contentType = contentType
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.length = length
        self.gzipLength = gzipLength
        self.holdings = holdings
    }

    /// The compressed bytes are other bytes, so their strong tag is another one (RFC 9110, 8.8.3.3).
    package var gzipEntityTag: String {
        "\(entityTag.dropLast())-gzip\""
    }

    /// The part that a request for `range` is for; for a whole file pass its whole range.
    ///
    /// A part whose range is exactly the one asked for comes first: the segments of an I-frame
    /// playlist lie inside those of a variant. Else it is the first part that holds the first byte,
    /// so that a resumed request counts as one for the segment that it goes on with.
    package func part(at range: Range<Int>) -> OriginPart? {
        let exact = holdings.first { $0.range == range }
        return (exact ?? holdings.first { $0.range.contains(range.lowerBound) } ?? holdings.first)?
            .part
    }
}
