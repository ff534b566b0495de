public import FoundationEssentials

/// Who gets keys for a session: the app.
///
/// A request may be answered inside of the method or later from elsewhere, within
/// ``ContentKeySession/responseTime``. When it is over, the task of the method is cancelled.
public protocol ContentKeySessionDelegate: AnyObject, Sendable {
    /// A key is needed. For one that can be stored, ask for a persistable request with
    /// ``ContentKeyRequest/respondByRequestingPersistableContentKeyRequest()``.
    func contentKeySession(
        _ session: ContentKeySession, didProvide request: ContentKeyRequest) async

    /// A key that can be stored is needed.
    func contentKeySession(
        _ session: ContentKeySession, didProvide request: PersistableContentKeyRequest) async

    /// A stored key is to be renewed.
    func contentKeySession(
        _ session: ContentKeySession, didProvideRenewing request: PersistableContentKeyRequest
    ) async

    /// Whether to ask again after a failure; up to ``ContentKeySession/mostAttempts`` times. For a
    /// stored key that has expired or was invalidated: whether to ask for a new one.
    func contentKeySession(
        _ session: ContentKeySession, shouldRetry identifier: String, after error: ContentKeyError
    ) async -> Bool

    /// A stored key was written anew; its expiry now.
    func contentKeySession(
        _ session: ContentKeySession, didUpdatePersistableContentKey bytes: [UInt8],
        forIdentifier identifier: String, expiry: Date?
    ) async

    /// A key is there.
    func contentKeySession(
        _ session: ContentKeySession, contentKeyRequestDidSucceed identifier: String) async

    /// A key cannot be had.
    func contentKeySession(
        _ session: ContentKeySession, contentKeyRequest identifier: String,
        didFailWithError error: ContentKeyError
    ) async
}

extension ContentKeySessionDelegate {
    /// Fails the request: an app that asks for persistable keys has to implement it.
    public func contentKeySession(
        _ session: ContentKeySession, didProvide request: PersistableContentKeyRequest
    ) async {
        request.processContentKeyResponseError("the app takes no persistable keys")
    }

    /// Fails the request: an app that renews keys has to implement it.
    public func contentKeySession(
        _ session: ContentKeySession, didProvideRenewing request: PersistableContentKeyRequest
    ) async {
        request.processContentKeyResponseError("the app renews no keys")
    }

    /// No.
    public func contentKeySession(
        _ session: ContentKeySession, shouldRetry identifier: String, after error: ContentKeyError
    ) async -> Bool { false }

    /// Does nothing.
    public func contentKeySession(
        _ session: ContentKeySession, didUpdatePersistableContentKey bytes: [UInt8],
        forIdentifier identifier: String, expiry: Date?
    ) async {}

    /// Does nothing.
    public func contentKeySession(
        _ session: ContentKeySession, contentKeyRequestDidSucceed identifier: String
    ) async {}

    /// Does nothing.
    public func contentKeySession(
        _ session: ContentKeySession, contentKeyRequest identifier: String,
        didFailWithError error: ContentKeyError
    ) async {}
}
