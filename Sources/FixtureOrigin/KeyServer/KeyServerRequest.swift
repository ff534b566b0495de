/// The text of a request, taken apart.
enum KeyServerRequest {
    struct Claim {
        var lease: [UInt8]
        var proof: [UInt8]
    }

    case key(content: [UInt8], isPersistable: Bool)
    case renewal(content: [UInt8], Claim)
    case invalidation(challenge: [UInt8], [Claim])

    static let challengeLength = 32
    private static let longestContent = 1024
    private static let mostClaims = 1024
    private static let claimLength = 16 + 32

    /// Nil when the text is not exactly one request.
    init?(_ text: [UInt8]) {
        guard text.count >= 3 else { return nil }
        switch KeyServerEntry.Request(rawValue: text[0]) {
        case .invalidation:
            let start = 1 + Self.challengeLength + 2
            guard text.count >= start else { return nil }
            let count = Int(text[start - 2]) << 8 + Int(text[start - 1])
            guard count <= Self.mostClaims, text.count == start + count * Self.claimLength
            else { return nil }
            let claims = (0..<count).map {
                Self.claim(text[(start + $0 * Self.claimLength)...])
            }
            self = .invalidation(challenge: Array(text[1..<start - 2]), claims)
        case .some(let kind):
            let end = 3 + Int(text[1]) << 8 + Int(text[2])
            guard (4...3 + Self.longestContent).contains(end), text.count >= end else {
                return nil
            }
            let content = Array(text[3..<end])
            if kind == .renewal {
                guard text.count == end + Self.claimLength else { return nil }
                self = .renewal(content: content, Self.claim(text[end...]))
            } else {
                guard text.count == end else { return nil }
                self = .key(content: content, isPersistable: kind == .persistableKey)
            }
        case nil: return nil
        }
    }

    private static func claim(_ bytes: ArraySlice<UInt8>) -> Claim {
        Claim(lease: Array(bytes.prefix(16)), proof: Array(bytes.dropFirst(16).prefix(32)))
    }

    var kind: KeyServerEntry.Request {
        switch self {
        case .key(_, false): .streamingKey
        case .key(_, true): .persistableKey
        case .renewal: .renewal
        case .invalidation: .invalidation
        }
    }

    var content: [UInt8] {
        switch self {
        case .key(let content, _), .renewal(let content, _): content
        case .invalidation: []
        }
    }
}
