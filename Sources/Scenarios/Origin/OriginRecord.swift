/// What an origin was asked and what it delivered: the judge's second witness beside the disk.
package struct OriginRecord: Sendable, Hashable {
    /// In the order in which the requests ended.
    package var entries: [Entry] = []

    package init(entries: [Entry] = []) {
        self.entries = entries
    }

    /// The requests for one part, in the order in which they came.
    package func requests(for part: OriginPart) -> [Entry] {
        entries.filter { $0.part == part }.sorted { $0.sequence < $1.sequence }
    }

    /// Body bytes of all answers.
    package var bytesDelivered: Int {
        entries.reduce(0) { $0 + $1.bytesDelivered }
    }

    /// Body bytes of the answers that were media.
    package var mediaBytesSent: Int {
        entries.reduce(0) { $0 + ($1.part?.isPlaylist == false ? $1.bytesDelivered : 0) }
    }

    /// What is wrong with what the requests told of themselves, where each has to: in words, in the
    /// order of the requests' ends.
    package func clientDataFindings(of form: ReportedClientData.Form) -> [String] {
        entries.flatMap { entry -> [String] in
            let request = "request \(entry.sequence) (\(entry.path))"
            guard let data = entry.clientData else { return ["\(request) tells nothing"] }
            let faults = data.form == form ? data.faults : ["it is not sent as \(form.rawValue)"]
            return faults.map { "\(request): \($0)" }
        }
    }

    /// One request and its answer. Times are elapsed since the origin began to serve.
    package struct Entry: Sendable, Hashable {
        /// Order of arrival, from 1.
        package var sequence: Int
        package var requestedAt: Duration
        /// When the head went out; nil when it never did.
        package var headAt: Duration?
        package var endedAt: Duration
        package var method: String
        package var path: String
        /// The Range field as sent.
        package var range: String?
        package var userAgent: String?
        package var status: Int
        /// Content-Type and Location of the answer.
        package var contentType: String?
        package var location: String?
        package var part: OriginPart?
        /// The n-th request for the part, from 1; 0 without a part.
        package var attempt: Int
        /// Body bytes that the plan sends.
        package var bytesPlanned: Int
        /// Body bytes that the server's system took, after a reset those that the peer's system has.
        /// When the client went away, what it received may be fewer by what the system still held,
        /// or more by a part of the chunk that broke off.
        package var bytesDelivered: Int
        package var ending: Ending
        package var fault: FaultEffect?
        /// When the answer had a Retry-After: the earliest time at which the client may ask again.
        package var retryNotBefore: Duration?
        /// What the client told of its request; nil: nothing.
        package var clientData: ReportedClientData?

        package init(
            sequence: Int, requestedAt: Duration, headAt: Duration? = nil, endedAt: Duration,
            method: String, path: String, range: String? = nil, userAgent: String? = nil,
            status: Int, contentType: String? = nil, location: String? = nil,
            part: OriginPart? = nil, attempt: Int = 0, bytesPlanned: Int,
            bytesDelivered: Int, ending: Ending, fault: FaultEffect? = nil,
            retryNotBefore: Duration? = nil, clientData: ReportedClientData? = nil
        ) {
            self.sequence = sequence
            self.requestedAt = requestedAt
            self.headAt = headAt
            self.endedAt = endedAt
            self.method = method
            self.path = path
            self.range = range
            self.userAgent = userAgent
            self.status = status
            self.contentType = contentType
            self.location = location
            self.part = part
            self.attempt = attempt
            self.bytesPlanned = bytesPlanned
            self.bytesDelivered = bytesDelivered
            self.ending = ending
            self.fault = fault
            self.retryNotBefore = retryNotBefore
            self.clientData = clientData
        }
    }

    package enum Ending: String, Sendable, Hashable {
        /// The plan was played to its proper end.
        case complete
        /// The plan closed the connection.
        case closed
        /// The plan reset the connection.
        case reset
        case clientWentAway
        /// The origin was stopped, or could not read its own content.
        case originStopped
    }
}
