/// The handshake that a secured connection exchanges over TCP, as flights of bytes that answer each
/// other. Sizes are those of OpenSSL 3 and a chain of two ECDSA certificates: what counts is the
/// round trips, and that the server's certificates take their part of the rate.
struct TLSHandshake: Sendable {
    /// Bytes of the flights in turn, the client's first.
    private let flights: [Int]
    /// The flight that is on its way, and its bytes that have not arrived.
    private var current = 0
    private var missing: Int

    init?(_ security: TCPOptions.Security) {
        switch security {
        case .none: return nil
        case .tls13:
            // ClientHello; ServerHello to Finished with the certificates; Finished.
            flights = [517, 3200, 74]
        case .tls12:
            // ClientHello; ServerHello to ServerHelloDone; ClientKeyExchange to Finished; ticket and
            // Finished.
            flights = [230, 3000, 126, 258]
        }
        missing = flights[0]
    }

    /// What the client sends as soon as TCP is established.
    var opening: Int { flights[0] }

    var isOver: Bool { current == flights.count }

    /// Whether the client may send data: the server's last flight has arrived.
    var isSecure: Bool { current > lastOfServer }

    private var lastOfServer: Int { flights.count % 2 == 0 ? flights.count - 1 : flights.count - 2 }

    /// Bytes arrived in order.
    ///
    /// - Returns: how many of them belong to the user, and the bytes of an answer that the end which
    ///   got them sends now.
    mutating func receive(_ bytes: Int, _ heading: LinkHeading) -> (rest: Int, answer: Int) {
        guard !isOver, (current % 2 == 0) == (heading == .up) else { return (bytes, 0) }
        let taken = min(bytes, missing)
        missing -= taken
        guard missing == 0 else { return (0, 0) }
        current += 1
        guard !isOver else { return (bytes - taken, 0) }
        missing = flights[current]
        return (bytes - taken, missing)
    }
}
