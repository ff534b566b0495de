internal import DownloadCore
public import FoundationEssentials

/// Why a content key cannot be had.
public enum ContentKeyError: Error, Sendable, Hashable {
    // Of the exchange with the key server.

    /// The app's certificate of the server is none.
    case badCertificate
    /// The content identifier has an impossible length.
    case badContentIdentifier(byteCount: Int)
    /// The server's challenge is not one.
    case badChallenge
    /// More keys than one request can name.
    case tooManyKeys(limit: Int)
    /// What came is no answer of a key server: cut short, changed, or a page.
    case notAnAnswer
    /// The answer has a version that is not known.
    case unknownVersion(Int)
    /// The answer's signature is not that of the server.
    case forgedAnswer
    /// The answer is the server's, but to another request: an old one, or somebody else's.
    case answerToAnotherRequest
    /// The server refuses.
    case refused(KeyServerRefusal)
    /// The answer holds a key of impossible length.
    case keyLength(Int)

    // Of the session.

    /// The key system has no request that a server could answer.
    case noRequestData
    /// The answer is not of the kind that the key system has.
    case answerOfAnotherSystem
    /// The session has no vault to keep keys in.
    case noVault
    /// The vault cannot keep or give the key.
    case vault(KeyVaultError)
    /// Nobody is there to ask: the session has no delegate.
    case noDelegate
    /// The app has not answered within the time allowed.
    case notAnswered(seconds: Int)
    /// The app says that it cannot get the key; its words.
    case failedByApp(String)
    /// The request was answered before, or is over.
    case requestIsOver
    /// The stored key was not played in time, or its time to play is over.
    case expired(identifier: String, at: Date)
    /// The stored key was invalidated.
    case invalidated(identifier: String)
    /// The stored key was leased by another server than that of the certificate.
    case leasedByAnotherServer(identifier: String)
    /// There is no stored key to renew or invalidate.
    case notStored(identifier: String)
}

extension ContentKeyError {
    /// What a refusal of a stored key means to who asked for it.
    init(_ refusal: PersistableKeyState.Refusal, of identifier: String) {
        switch refusal {
        case .storageExpired(let date), .playbackExpired(let date):
            self = .expired(identifier: identifier, at: date)
        case .invalidated: self = .invalidated(identifier: identifier)
        }
    }
}
