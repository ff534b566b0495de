/// The part of an HTTP response's head that a download decides by.
package struct ResponseHead: Sendable, Hashable, Codable {
    package var status: Int
    /// Content-Length: bytes of the body that follows.
    package var contentLength: Int?
    package var contentRange: ContentRange?
    /// The length of the representation in the `Content-Range: bytes */1000` of a 416.
    package var unsatisfiedTotal: Int?
    /// The entity tag if it is a strong one; weak tags cannot vouch for a byte range
    /// (RFC 9110, section 13.1.5).
    package var strongEntityTag: String?
    package var location: String?
    package var contentType: String?
    /// How long Retry-After asks to wait, in either of its forms (RFC 9110, section 10.2.3). A date
    /// counts from the response's own Date, so that the client's clock does not matter.
    package var retryAfter: Duration?
    /// Content-Encoding names one: lengths and ranges count other bytes than those that arrive.
    package var isEncoded: Bool

    package init(
        status: Int, contentLength: Int? = nil, contentRange: ContentRange? = nil,
        unsatisfiedTotal: Int? = nil, strongEntityTag: String? = nil, location: String? = nil,
        contentType: String? = nil, retryAfter: Duration? = nil, isEncoded: Bool = false
    ) {
        self.status = status
        self.contentLength = contentLength
        self.contentRange = contentRange
        self.unsatisfiedTotal = unsatisfiedTotal
        self.strongEntityTag = strongEntityTag
        self.location = location
        self.contentType = contentType
        self.retryAfter = retryAfter
        self.isEncoded = isEncoded
    }

    /// Reads the fields from a response.
    /// - Parameter field: the value of a header field by its lower-case name, nil when absent.
    package init(status: Int, field: (String) -> String?) {
        self.init(status: status)
        contentLength = field("content-length").flatMap(Self.unsigned)
        contentRange = field("content-range").flatMap(ContentRange.init(field:))
        unsatisfiedTotal = field("content-range").flatMap {
            $0.trimmed.lowercased().hasPrefix("bytes */")
                ? Self.unsigned(String($0.trimmed.dropFirst(8))) : nil
        }
        strongEntityTag = field("etag").flatMap { $0.hasPrefix("\"") ? $0 : nil }
        location = field("location")
        contentType = field("content-type")
        isEncoded = field("content-encoding").map { $0.trimmed.lowercased() != "identity" } ?? false
        retryAfter = field("retry-after").flatMap {
            Self.retryAfter($0, date: field("date"))
        }
    }

    private static func retryAfter(_ value: String, date: String?) -> Duration? {
        let digits = value.trimmed
        if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More seconds than a number can hold are still a wish to wait.
            return .seconds(Int(digits) ?? .max)
        }
        guard let until = HTTPDate(value), let now = date.flatMap({ HTTPDate($0) }) else {
            return nil
        }
        return .seconds(max(0, until.secondsSince1970 - now.secondsSince1970))
    }

    private static func unsigned(_ text: String) -> Int? {
        let trimmed = text.trimmed
        guard !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(trimmed)
    }
}

/// A `Content-Range: bytes 0-99/1000` (RFC 9110, section 14.4).
package struct ContentRange: Sendable, Hashable, Codable {
    /// Positions of the first and last byte.
    package var first: Int
    package var last: Int
    /// Length of the whole representation, nil when the server wrote `*`.
    package var total: Int?

    package init(first: Int, last: Int, total: Int?) {
        self.first = first
        self.last = last
        self.total = total
    }

    init?(field: String) {
        let text = field.trimmed
        // Range units are compared without case (RFC 9110, section 14.1).
        guard text.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            first >= 0, last >= first
        else { return nil }
        let total = Int(parts[1])
        if let total, total <= last { return nil }
        guard total != nil || parts[1] == "*" else { return nil }
        self.init(first: first, last: last, total: total)
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    var trimmed: String {
        var rest = Substring(self)
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return String(rest)
    }
}
