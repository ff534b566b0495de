/// Both directions of a link, in one place of the heap: a ``SharedLink`` that is looked at or passed
/// on must not copy them, since they are large.
struct TCPWires: Sendable {
    private var wires: ContiguousArray<TCPWire>

    init(down: TCPWire, up: TCPWire) {
        wires = [down, up]
    }

    var down: TCPWire {
        _read { yield wires[0] }
        _modify { yield &wires[0] }
    }

    var up: TCPWire {
        _read { yield wires[1] }
        _modify { yield &wires[1] }
    }
}
