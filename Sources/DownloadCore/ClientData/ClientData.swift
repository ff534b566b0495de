/// What a client tells a server with a request about what it asks for and why, as far as it knows.
///
/// Source: CTA-5004, "Web Application Video Ecosystem – Common Media Client Data", September 2020,
/// section 3: the keys, their units and how they are rounded. What is nil is not sent.
package struct ClientData: Sendable, Hashable, Codable {
    /// Key `ot`.
    package enum ObjectType: String, Sendable, Hashable, CaseIterable, Codable {
        case manifest = "m"
        case audio = "a"
        case video = "v"
        /// Audio and video in one.
        case muxed = "av"
        case initSection = "i"
        case captions = "c"
        case timedText = "tt"
        case key = "k"
        case other = "o"
    }

    /// How it is sent: as an argument of the URL, or in four fields of the request.
    package enum Form: String, Sendable, Hashable, CaseIterable, Codable {
        case query, headers
    }

    package var form: Form
    /// `br`: of the object, in bit/s.
    package var bitRate: Int?
    /// `bl`: what the player has buffered of the medium.
    package var bufferLength: Duration?
    /// `bs`: the buffer ran empty since the request before.
    package var isStarved = false
    /// `cid`
    package var contentID: String?
    /// `d`: of the object, in media time.
    package var objectDuration: Duration?
    /// `dl`: until the object has to be there.
    package var deadline: Duration?
    /// `mtp`: measured, in bit/s.
    package var throughput: Double?
    /// `nor`: path of the object that is requested next, relative to this one.
    package var nextObject: String?
    /// `nrr`: the bytes of it, `0-499`.
    package var nextRange: String?
    /// `ot`
    package var objectType: ObjectType?
    /// `pr`: 0 while nothing plays; nil: there is no player.
    package var playbackRate: Double?
    /// `rtp`: what is enough, in bit/s.
    package var requestedThroughput: Int?
    /// `sid`
    package var sessionID: String?
    /// `su`: needed at once, to begin to play, behind a seek or after a stall.
    package var isUrgent = false
    /// `tb`: the highest declared, in bit/s.
    package var topBitRate: Int?

    package init(form: Form) {
        self.form = form
    }
}

/// Whether and how a download tells servers what it knows.
package struct ClientDataOptions: Sendable, Hashable {
    /// Longest identifier (CTA-5004, keys `cid` and `sid`).
    package static let mostCharacters = 64

    package let form: ClientData.Form
    package let sessionID: String?
    package let contentID: String?

    /// - Returns: nil for an identifier that is longer than ``mostCharacters``, or empty.
    package init?(form: ClientData.Form, sessionID: String? = nil, contentID: String? = nil) {
        for id in [sessionID, contentID] {
            guard id.map({ (1...Self.mostCharacters).contains($0.count) }) ?? true else {
                return nil
            }
        }
        self.form = form
        self.sessionID = sessionID
        self.contentID = contentID
    }
}
