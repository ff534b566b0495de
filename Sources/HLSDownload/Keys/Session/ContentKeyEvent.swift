public import FoundationEssentials

/// What happened in a session; the same that its delegate hears, for who prefers to iterate.
public enum ContentKeyEvent: Sendable, Hashable {
    /// Where a key came from.
    public enum Source: String, Sendable, Hashable {
        /// The app answered a request.
        case app
        /// It was stored before.
        case vault
    }

    /// The app is asked for a key.
    case requested(identifier: String)
    /// The app is asked for a key that can be stored.
    case persistableKeyRequested(identifier: String)
    /// The app is asked to renew a stored key.
    case renewalRequested(identifier: String)
    /// A key is there.
    case provided(identifier: String, from: Source)
    /// A key cannot be had.
    case failed(identifier: String, ContentKeyError)
    /// A stored key was written anew: its first playback began, or it was renewed. Its expiry now;
    /// nil: without end.
    case updated(identifier: String, expiry: Date?)
    /// Stored keys were erased.
    case invalidated(identifiers: [String])
    /// The server knows of so many leases that their keys are erased.
    case invalidationConfirmed(leaseCount: Int)
}
