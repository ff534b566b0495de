internal import FoundationEssentials

extension ContentKeyError: CustomStringConvertible {
    /// What was attempted, why it failed and what helps.
    public var description: String {
        "cannot get the content key: " + reason
    }

    private var reason: String {
        switch self {
        case .badCertificate:
            "the key server's certificate is none; give the one that the server prints"
        case .badContentIdentifier(let count):
            "a content identifier of \(count) bytes; it takes 1 to "
                + "\(KeyExchange.longestContentIdentifier)"
        case .badChallenge:
            "the challenge is not one of a key server; ask the server for a new one"
        case .tooManyKeys(let limit):
            "more than \(limit) keys in one request; invalidate them one by one"
        case .notAnAnswer:
            "what came is no answer of a key server, or was changed on its way; ask again"
        case .unknownVersion(let version):
            "the key server answers in version \(version) of the protocol; this client knows 1"
        case .forgedAnswer:
            "the answer is not signed by the key server of the certificate; check both"
        case .answerToAnotherRequest:
            "the answer is to another request; send each request once and take its own answer"
        case .refused(let refusal): "the key server refuses: \(refusal)"
        case .keyLength(let count):
            "the key has \(count) bytes and needs 16 or 32; the key server has to be corrected"
        case .noRequestData:
            "this key system asks no server; answer the request with the key itself"
        case .answerOfAnotherSystem:
            "the answer is of another key system than the session's; make it with the right one"
        case .noVault: "the session has no vault for persistable keys; make it with one"
        case .vault(let error): "\(error)"
        case .noDelegate: "the session has no delegate to ask; set one before the download"
        case .notAnswered(let seconds):
            "the app has not answered the request within \(seconds) s"
        case .failedByApp(let words): words
        case .requestIsOver: "the request was answered before, or given up; wait for a new one"
        case .expired(let identifier, let date):
            "the stored key '\(identifier)' ended at \(date.formatted(.iso8601)); get a new one"
        case .invalidated(let identifier):
            "the stored key '\(identifier)' was invalidated; get a new one"
        case .leasedByAnotherServer(let identifier):
            "another server leased the stored key '\(identifier)'; give the certificate of that one"
        case .notStored(let identifier):
            "no key '\(identifier)' is stored; ask for a persistable one first"
        }
    }
}
