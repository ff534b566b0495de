/// Both directions of a link, in one place of the heap: a ``SharedLink`` that is looked at or passed
/// on must not copy them, since they are large.
struct TCPWires: Sendable {
    private var wires: ContiguousArray<TCPWire>
    /// When either is to be looked at next, nanoseconds; `.max` for never. Beside them, since it is
    /// looked at before every step.
    private(set) var nextDown: Int
    private(set) var nextUp: Int

    init(down: TCPWire, up: TCPWire) {
        wires = [down, up]
        nextDown = down.nextEvent
        nextUp = up.nextEvent
    }

    var down: TCPWire {
        _read { yield wires[0] }
        _modify {
            yield &wires[0]
            nextDown = wires[0].nextEvent
        }
    }

    var up: TCPWire {
        _read { yield wires[1] }
        _modify {
            yield &wires[1]
            nextUp = wires[1].nextEvent
        }
    }
}
