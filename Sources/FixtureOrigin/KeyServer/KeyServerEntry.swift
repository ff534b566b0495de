/// What a test key server noted of one request, without anything secret.
package struct KeyServerEntry: Sendable, Hashable {
    /// The kind byte of a request.
    package enum Request: UInt8, Sendable, Hashable {
        case streamingKey = 1
        case persistableKey = 2
        case renewal = 3
        case invalidation = 4
    }

    /// The status byte of an answer.
    package enum Status: UInt8, Sendable, Hashable, CaseIterable {
        case granted = 0
        case unreadable = 1
        case repeated = 2
        case unknownContent = 3
        case revoked = 4
        case unknownLease = 5
        case leaseEnded = 6
        case wrongProof = 7
        case staleChallenge = 8
    }

    /// The server's time.
    package var time: Duration
    /// Nil when the request could not be read.
    package var request: Request?
    /// Empty when the request could not be read or is an invalidation.
    package var content: [UInt8]
    package var status: Status
    /// Leases that the request was about, or that it made.
    package var leases: [[UInt8]]
}
