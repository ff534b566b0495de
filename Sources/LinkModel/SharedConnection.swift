/// A connection of a ``SharedLink``: its two TCP endpoints, and what it takes to make them one.
struct SharedConnection: Sendable {
    var generation: Int32
    var isOver = false
    /// The engine's end, which sends up, and the origin's, which sends down.
    var client: TCPEndpoint
    var server: TCPEndpoint
    var finishedDown = false
    var finishedUp = false
    /// Nil without TLS.
    var tls: TLSHandshake?
    /// What the users offered before TLS was ready for it.
    var heldUp = Held()
    var heldDown = Held()

    struct Held: Sendable {
        var bytes = 0
        var isFinishing = false
    }

    init(slot: Int32, generation: Int32, options: TCPOptions, clock: TCPClock) {
        self.generation = generation
        client = TCPEndpoint(
            slot: slot, generation: generation, phase: .resolving, options: options, clock: clock)
        server = TCPEndpoint(
            slot: slot, generation: generation, phase: .listening, options: options, clock: clock)
        tls = TLSHandshake(options.security)
    }

    /// Whether the users' bytes may go out.
    var isReady: Bool { tls?.isSecure ?? true }

    func held(_ heading: LinkHeading) -> Held { heading == .up ? heldUp : heldDown }

    mutating func hold(_ heading: LinkHeading, _ change: (inout Held) -> Void) {
        if heading == .up { change(&heldUp) } else { change(&heldDown) }
    }

    // MARK: What arrives

    /// - Returns: nil when the packet is of an earlier connection, or nobody is left to take it.
    mutating func receiveAtClient(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> TCPEndpoint.Arrival? {
        guard generation == packet.generation, !isOver else { return nil }
        server.sender.heard(packet)
        return client.receive(packet, at: now, wire: &wire)
    }

    /// As ``receiveAtClient(_:at:wire:)``.
    mutating func receiveAtServer(
        _ packet: TCPPacket, at now: Int, wire: inout TCPWire
    ) -> TCPEndpoint.Arrival? {
        guard generation == packet.generation, !isOver else { return nil }
        client.sender.heard(packet)
        return server.receive(packet, at: now, wire: &wire)
    }
}
