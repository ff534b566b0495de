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

    /// What came through a link while its queue was kept from running empty.
    package struct Flow: Sendable, Hashable {
        /// Bits of frames a second that arrived; 0 when nothing could be measured.
        package var bitsPerSecond: Double
        /// Bits of frames a second that were sent. Below what the link takes, the machine was too
        /// slow to fill it, and what arrived says nothing.
        package var offeredBitsPerSecond: Double
        /// Nanoseconds of arrivals that `bitsPerSecond` is the mean of.
        package var measuredNanoseconds: Int
    }

    /// Sends more than the link takes and measures what comes through.
    ///
    /// A meter that the machine did not let run for longer than the queue lasts has left the link
    /// without work. That says nothing about the link: what arrives then is not counted, and the
    /// measurement is as much longer, up to four times its length. Nor is what arrives while the link
    /// settles after such a rest: until its queue is full and what filled it has come through.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: what is expected; a quarter more is sent.
    ///   - queue: full frames that wait at the bottleneck.
    ///   - delay: nanoseconds that a frame is on its way for behind the bottleneck, at most.
    ///   - length: nanoseconds to send for; a link settles for no longer than a quarter of it.
    package func rate(
        _ heading: LinkHeading, expecting bitsPerSecond: Int, queue: Int, delay: Int, length: Int
    ) throws(NetemError) -> Flow {
        let (from, to) = heading == .down ? (origin, engine) : (engine, origin)
        _ = to.receiveCount()
        let frame = max(1, Framing.fullFrame * 8_000_000_000 / bitsPerSecond)
        let spacing = max(1, frame * 4 / 5)
        // A quarter more than the link takes fills its queue in four times the time to empty it.
        let settling = min(length / 4, delay + (queue + 1) * frame * 5)
        var backlog = Backlog(frame: frame, capacity: queue)
        var stretch: Stretch?
        var (frames, measured) = (0, 0)
        // One that is no longer than the link settles for is a few frames, give or take one.
        func count(_ ended: Stretch?) {
            guard let ended, ended.nanoseconds >= settling else { return }
            (frames, measured) = (frames + ended.frames, measured + ended.nanoseconds)
        }
        let start = MonotonicTime.now
        var (sent, received, busySince) = (0, 0, start)
        while case let now = MonotonicTime.now, now - start < length * 4,
            measured + (stretch?.nanoseconds ?? 0) < length - settling
        {
            if backlog.ranEmpty(at: now) {
                count(stretch)
                (stretch, busySince) = (nil, now)
            } else {
                stretch?.confirm()
            }
            let due = (now - start) / spacing + 1
            if sent < due {
                let copies = try from.sendCopies(
                    due - sent, bytes: Framing.fullFrame - Self.headers, to: to.port)
                sent += copies
                backlog.add(copies)
            }
            let arrived = to.receiveCount()
            received += arrived
            // The first ones may have found the queue empty; a burst after a rest is not the rate.
            if arrived > 0, now - busySince > settling {
                let point = Stretch.Point(time: MonotonicTime.now, received: received)
                if stretch == nil { stretch = Stretch(first: point) }
                stretch?.newest = point
            }
            let pause = sent < due ? 0 : start + sent * spacing - MonotonicTime.now
            to.wait(nanoseconds: max(0, pause))
        }
        count(stretch)
        let bits = Double(Framing.fullFrame * 8) * 1e9
        let offered = Double(sent) * bits / Double(max(1, MonotonicTime.now - start))
        return Flow(
            bitsPerSecond: measured > 0 ? Double(frames) * bits / Double(measured) : 0,
            offeredBitsPerSecond: offered, measuredNanoseconds: measured)
    }

    /// Arrivals during which the link always had work.
    private struct Stretch {
        struct Point {
            var time: Int
            var received: Int
        }
        let first: Point
        /// The link had work until here.
        private var last: Point
        /// Whether it had until here shows at the next look at the clock.
        var newest: Point

        init(first: Point) { (self.first, last, newest) = (first, first, first) }

        mutating func confirm() { last = newest }

        var frames: Int { last.received - first.received }
        var nanoseconds: Int { last.time - first.time }
    }

    /// What waits at a bottleneck of the expected rate, in nanoseconds of its work.
    private struct Backlog {
        let frame: Int
        let capacity: Int
        private var level = 0
        private var looked: Int?

        init(frame: Int, capacity: Int) {
            self.frame = frame
            self.capacity = max(2, capacity) * frame
        }

        mutating func add(_ frames: Int) {
            level = min(capacity, level + frames * frame)
        }

        /// Whether the work ended before `now`. The first look begins.
        mutating func ranEmpty(at now: Int) -> Bool {
            defer { looked = now }
            guard let looked else { return false }
            level -= now - looked
            guard level < 0 else { return false }
            level = 0
            return true
        }
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
