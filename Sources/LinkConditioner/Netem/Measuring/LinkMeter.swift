internal import CNetlink
package import LinkModel

/// Measures a link on loopback with datagrams, packet by packet: what TCP makes of the link does not
/// come into it.
///
/// Works on any link that shapes what comes from and goes to one port. Blocks its thread.
package final class LinkMeter {
    /// A datagram that came through.
    struct Arrival {
        var index: Int
        /// Nanoseconds of the machine's monotonic clock.
        var sent: Int
        var arrived: Int
    }

    /// Ethernet 14 + IPv4 20 + UDP 8.
    static let headers = 42
    /// Index and time of sending.
    private static let payload = 16
    /// The smallest frame that is sent.
    static let smallFrame = headers + payload
    /// Room for what arrives while the meter is not looking.
    private static let bufferBytes: Int32 = 8 << 20

    private static let sentAtOnce = 8

    private let origin: DatagramSocket
    private let engine: DatagramSocket

    /// - Parameter port: of the origin; what comes from it is down.
    package init(port: UInt16) throws(NetemError) {
        origin = try DatagramSocket(port: port, bufferBytes: Self.bufferBytes)
        engine = try DatagramSocket(port: 0, bufferBytes: Self.bufferBytes)
    }

    /// One-way times of small packets that have the link to themselves, in nanoseconds, sorted.
    ///
    /// - Parameter spacing: nanoseconds between two packets.
    package func delays(
        _ heading: LinkHeading, count: Int, spacing: Int
    ) throws(NetemError) -> [Int] {
        let arrivals = try send(
            heading, frame: Self.smallFrame, count: count, spacing: spacing, patience: 3_000_000_000
        )
        return arrivals.map { $0.arrived - $0.sent }.sorted()
    }

    /// What came through a link whose queue was to be kept full.
    package struct Flow: Sendable, Hashable {
        /// Bits of frames a second that arrived.
        package var bitsPerSecond: Double
        /// Bits of frames a second that were sent. Below what the link takes, the machine was too
        /// slow to fill it, and what arrived says nothing.
        package var offeredBitsPerSecond: Double
    }

    /// Sends more than the link takes and measures what comes through.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: what is expected; a quarter more is sent.
    ///   - length: nanoseconds to send for.
    package func rate(
        _ heading: LinkHeading, expecting bitsPerSecond: Int, length: Int
    ) throws(NetemError) -> Flow {
        let (from, to) = heading == .down ? (origin, engine) : (engine, origin)
        _ = to.receiveCount()
        let spacing = max(1, Framing.fullFrame * 8_000_000_000 / bitsPerSecond * 4 / 5)
        let start = MonotonicTime.now
        var (sent, received) = (0, 0)
        var (countAtFirst, first, last) = (0, 0, start)
        while case let now = MonotonicTime.now, now - start < length {
            let due = (now - start) / spacing + 1
            if sent < due {
                sent += try from.sendCopies(
                    due - sent, bytes: Framing.fullFrame - Self.headers, to: to.port)
            }
            let count = to.receiveCount()
            received += count
            if count > 0 { last = MonotonicTime.now }
            // The first ones may have found the queue empty; a burst after a rest is not the rate.
            if first == 0, count > 0, now - start > length / 4 {
                (countAtFirst, first) = (received, last)
            }
            let pause = sent < due ? 0 : start + sent * spacing - MonotonicTime.now
            to.wait(nanoseconds: max(0, min(pause, start + length - MonotonicTime.now)))
        }
        let frame = Double(Framing.fullFrame * 8) * 1e9
        let offered = Double(sent) * frame / Double(max(1, MonotonicTime.now - start))
        let came = Double(received - countAtFirst) * frame / Double(max(1, last - first))
        return Flow(
            bitsPerSecond: first > 0 && last > first ? came : 0, offeredBitsPerSecond: offered)
    }

    /// How many of `count` small packets arrive, the link never being full.
    package func received(
        _ heading: LinkHeading, of count: Int, spacing: Int
    ) throws(NetemError) -> Int {
        let arrivals = try send(
            heading, frame: Self.smallFrame, count: count, spacing: spacing, patience: 3_000_000_000
        )
        return Set(arrivals.map(\.index)).count
    }

    /// Sends at fixed times and listens meanwhile; ends `patience` nanoseconds after the last
    /// packet was sent or arrived.
    private func send(
        _ heading: LinkHeading, frame: Int, count: Int, spacing: Int, patience: Int
    ) throws(NetemError) -> [Arrival] {
        let (from, to) = heading == .down ? (origin, engine) : (engine, origin)
        // What an earlier measurement left behind.
        while to.receive() != nil {}
        var arrivals: [Arrival] = []
        var sent = 0
        let start = MonotonicTime.now
        var quietSince = start
        while true {
            var now = MonotonicTime.now
            // One who is late sends few at once, so that what arrives is not kept waiting.
            for _ in 0..<Self.sentAtOnce where sent < count && start + sent * spacing <= now {
                try from.send(index: sent, time: now, bytes: frame - Self.headers, to: to.port)
                sent += 1
                quietSince = now
            }
            now = MonotonicTime.now
            while let (index, time) = to.receive() {
                // One that an earlier measurement sent.
                guard time >= start else { continue }
                arrivals.append(Arrival(index: index, sent: time, arrived: now))
                quietSince = now
            }
            if sent == count {
                if arrivals.count >= count || MonotonicTime.now - quietSince > patience { break }
            }
            let due = sent < count ? start + sent * spacing : quietSince + patience
            to.wait(nanoseconds: max(0, due - MonotonicTime.now))
        }
        return arrivals
    }
}

/// The machine's monotonic clock in nanoseconds.
enum MonotonicTime {
    static var now: Int { shim_monotonic_time() }
}
