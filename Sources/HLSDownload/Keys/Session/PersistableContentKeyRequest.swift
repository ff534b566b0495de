/// A question for a key that can be stored, or for the renewal of a stored one.
public struct PersistableContentKeyRequest: Sendable {
    /// The question itself.
    public let request: ContentKeyRequest

    /// By what the playlist names the key.
    public var identifier: String { request.identifier }
    /// What the media says of the key, if anything.
    public var initializationData: [UInt8]? { request.initializationData }
    /// Where it stands.
    public var status: ContentKeyRequest.Status { request.status }
    /// Whether a stored key is to be renewed.
    public var isRenewal: Bool {
        if case .renewal = request.purpose { true } else { false }
    }

    /// Makes what the app sends to its key server: see
    /// ``ContentKeyRequest/makeStreamingContentKeyRequestData(forApp:contentIdentifier:)``.
    /// - Throws: ``ContentKeyError``.
    public func makeStreamingContentKeyRequestData(
        forApp certificate: [UInt8], contentIdentifier content: [UInt8]? = nil
    ) throws(ContentKeyError) -> [UInt8] {
        try request.makeStreamingContentKeyRequestData(
            forApp: certificate, contentIdentifier: content)
    }

    /// Makes a key that can be stored, of what the key server answered. Only this session's vault
    /// can read it; the session stores it when it is given as the response.
    /// - Throws: ``ContentKeyError`` when the answer is not one to this request, or a refusal.
    public func persistableContentKey(
        fromKeyVendorResponse bytes: [UInt8]
    ) throws(ContentKeyError) -> [UInt8] {
        try request.persistableKey(fromKeyVendorResponse: bytes)
    }

    /// Answers the request: with a persistable key, or with the server's answer, of which one is
    /// made then.
    /// - Throws: ``ContentKeyError/requestIsOver``.
    public func processContentKeyResponse(
        _ response: ContentKeyResponse
    ) throws(ContentKeyError) {
        try request.processContentKeyResponse(response)
    }

    /// Gives the request up; the reason in words.
    public func processContentKeyResponseError(_ reason: String) {
        request.processContentKeyResponseError(reason)
    }
}
