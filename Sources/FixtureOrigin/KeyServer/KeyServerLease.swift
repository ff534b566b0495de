/// A persistable key that a test key server has given out.
package struct KeyServerLease: Sendable, Hashable {
    package var content: [UInt8]
    /// What the client proves the lease with.
    var secret: [UInt8]
    package var grantedAt: Duration
    /// The latest instant at which a playback can begin, if the first one began as late as allowed;
    /// nil: without end.
    package var lastUse: Duration?
    /// When the client proved that it had erased the key.
    package var invalidatedAt: Duration?
}
