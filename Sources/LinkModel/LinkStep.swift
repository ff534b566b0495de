/// A stretch of a link's timeline, with all that holds during it.
package struct LinkStep: Sendable, Hashable {
    package var length: Duration
    package var down: LinkDirection
    package var up: LinkDirection

    package init(length: Duration, down: LinkDirection, up: LinkDirection) {
        self.length = length
        self.down = down
        self.up = up
    }
}
