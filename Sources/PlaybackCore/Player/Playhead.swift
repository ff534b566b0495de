/// Where playback is in the media: a point from which it stands or moves on.
package struct Playhead: Sendable, Hashable {
    package private(set) var rate = PlaybackRate.normal
    private(set) var isMoving = false
    private var anchor = Duration.zero
    private var media = Duration.zero

    package func position(at now: Duration) -> Duration {
        isMoving ? media + rate.media(in: now - anchor) : media
    }

    /// When it will be at a place in the media; nil while it stands.
    func time(reaching place: Duration) -> Duration? {
        isMoving ? anchor + rate.time(for: max(.zero, place - media)) : nil
    }

    mutating func start(at now: Duration) {
        media = position(at: now)
        anchor = now
        isMoving = true
    }

    mutating func stop(at now: Duration) {
        media = position(at: now)
        anchor = now
        isMoving = false
    }

    mutating func move(to place: Duration, at now: Duration) {
        media = place
        anchor = now
    }

    mutating func change(to rate: PlaybackRate, at now: Duration) {
        media = position(at: now)
        anchor = now
        self.rate = rate
    }
}
