/// Why a test key server refuses a request; the status of its answer.
public enum KeyServerRefusal: Int, Sendable, Hashable, CaseIterable {
    /// A status that this version does not know.
    case other = 0
    /// It cannot read or open the request.
    case unreadable = 1
    /// It has answered the request, or one with its nonce, before.
    case repeated = 2
    /// It does not know the content.
    case unknownContent = 3
    /// The content's key is revoked.
    case revoked = 4
    /// It does not know the lease.
    case unknownLease = 5
    /// The lease has ended.
    case leaseEnded = 6
    /// What should prove the lease does not.
    case wrongProof = 7
    /// The challenge is unknown, used or too old.
    case staleChallenge = 8
}

extension KeyServerRefusal: CustomStringConvertible {
    /// The reason in words, and what helps.
    public var description: String {
        switch self {
        case .other: "with a status that this version does not know"
        case .unreadable: "it cannot open the request; check that the certificate is its own"
        case .repeated: "it has answered this request before; make a new one"
        case .unknownContent: "it does not know the content"
        case .revoked: "the key is revoked"
        case .unknownLease: "it does not know the lease; get a new key"
        case .leaseEnded: "the lease has ended; get a new key"
        case .wrongProof: "the proof of the lease is wrong"
        case .staleChallenge: "the challenge is unknown, used or too old; ask for a new one"
        }
    }
}
