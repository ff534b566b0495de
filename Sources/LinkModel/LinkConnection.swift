/// Names a connection over a ``SharedLink``. Never used again for another one.
package struct LinkConnection: Sendable, Hashable {
    /// The lowest number that was free when it was opened; it is given again when it is over.
    package let slot: Int32
    let generation: Int32
}

/// The two directions of a link. `down` is towards the engine, `up` towards the origin.
package enum LinkHeading: Sendable, Hashable, CaseIterable {
    case down
    case up

    package var opposite: LinkHeading { self == .down ? .up : .down }
}

/// Something that arrived at one end of a ``SharedLink``.
package struct LinkEvent: Sendable, Hashable {
    package enum What: Sendable, Hashable {
        /// The SYN reached the origin's side: ``SharedLink/accept(_:at:)`` or
        /// ``SharedLink/refuse(_:at:)`` has to follow.
        case requested
        /// The SYN-ACK reached the engine's side.
        case established
        /// So many bytes of payload arrived at the end that the heading points to.
        case data(LinkHeading, bytes: Int)
        /// The sender's last byte has arrived; nothing more follows in this direction.
        case finished(LinkHeading)
        /// The sender gave up. The connection is over, nothing more follows in either direction.
        case reset(LinkHeading)
    }

    package var connection: LinkConnection
    package var time: LinkTime
    package var what: What
}
