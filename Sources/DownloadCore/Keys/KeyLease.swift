/// For how long a persistable key may be used, as its server grants it: the expiry pair of a rental.
/// Nil: without end.
package struct KeyLease: Sendable, Hashable, Codable {
    /// From the moment the key is stored until a first playback has to have begun.
    package var storageDuration: Duration?
    /// From the beginning of the first playback until the last one has to have begun.
    package var playbackDuration: Duration?

    package init(storageDuration: Duration? = nil, playbackDuration: Duration? = nil) {
        self.storageDuration = storageDuration
        self.playbackDuration = playbackDuration
    }
}
