/// Everything an answer consists of: what is sent, when, and how it ends.
///
/// A plan is a value. The real server plays it on a socket, a simulated world plays it in virtual
/// time. Byte positions count bytes of the body as it goes out: of the range that was asked for,
/// of the compressed bytes when the body is compressed, without chunk framing.
package struct ResponsePlan: Sendable, Hashable {
    package var status: Int
    /// In the order they are sent; without Date, Content-Length and Transfer-Encoding, which
    /// whoever plays the plan adds from its clock and from `declaredLength`.
    package var headers: [Header]
    /// Time between the end of the request and the first byte of the head.
    package var headDelay: Duration = .zero
    package var body: Body
    /// Content-Length in bytes; nil = none: a body then goes out chunked.
    package var declaredLength: Int?
    /// Ordered by position.
    package var pauses: [Pause] = []
    package var ending: Ending = .complete
    /// Positions of bytes that go out with all their bits turned.
    package var flips: [Int] = []
    /// Seconds by which the clock that Date comes from is ahead of the true one.
    package var clockAhead = 0

    /// What the request was for; nil when that is nothing the origin holds.
    package var part: OriginPart?
    /// This is the n-th request for that part, from 1; 0 when there is no part.
    package var attempt: Int = 0
    /// The fault that made this plan differ from the healthy one.
    package var fault: FaultEffect?

    package struct Header: Sendable, Hashable {
        package var name: String
        package var value: Value

        /// Whether this is the header of a name, in whatever case.
        package func isNamed(_ name: String) -> Bool {
            self.name.utf8.count == name.utf8.count && self.name.lowercased() == name.lowercased()
        }

        package enum Value: Sendable, Hashable {
            case text(String)
            /// The HTTP-date that lies this many seconds after the one in the Date field of the
            /// same head. Only who plays the plan knows the time of day.
            case date(secondsFromNow: Int)
        }

        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    package enum Body: Sendable, Hashable {
        case none
        case bytes([UInt8])
        /// `range` of the stored bytes of the representation.
        case resource(path: String, representation: Representation, range: Range<Int>)
        /// So many bytes of a flood.
        case flood(Flood, length: Int)
    }

    package enum Representation: String, Sendable, Hashable {
        case identity
        case gzip
    }

    /// Nothing more goes out for `duration` once the peer's system has `byte` bytes of the body. A
    /// pause behind the last byte that is sent does not happen.
    package struct Pause: Sendable, Hashable {
        package var byte: Int
        package var duration: Duration

        package init(after byte: Int, for duration: Duration) {
            self.byte = byte
            self.duration = duration
        }
    }

    package enum Ending: Sendable, Hashable {
        /// The whole body, properly ended.
        case complete
        /// The connection is closed in good order (FIN) after so many bytes of the body, or after
        /// all of it when it is shorter.
        case close(afterByte: Int)
        /// The connection is reset (RST) once the peer's system has so many bytes of the body, or
        /// all of it when it is shorter.
        case reset(afterByte: Int)
        /// The connection is reset, and not even a head goes out.
        case resetBeforeHead
    }

    package init(status: Int, headers: [Header], body: Body = .none, declaredLength: Int? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.declaredLength = declaredLength
    }

    /// Bytes of the body, had it no faulty ending.
    package var bodyLength: Int {
        switch body {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .resource(_, _, let range): range.count
        case .flood(_, let length): length
        }
    }

    /// Bytes of the body that go out before the plan ends.
    package var plannedBytes: Int {
        switch ending {
        case .complete: bodyLength
        case .close(let byte), .reset(let byte): max(0, min(byte, bodyLength))
        case .resetBeforeHead: 0
        }
    }

    /// The value of a text field, matched without case; nil without it.
    package func header(_ name: String) -> String? {
        for header in headers where header.isNamed(name) {
            if case .text(let text) = header.value { return text }
        }
        return nil
    }
}
