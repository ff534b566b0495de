import LinkModel

extension LinkProfile {
    /// A profile with only rate, delay and queue.
    static func plain(
        down: LinkRate = .unlimited, up: LinkRate = .unlimited, delay: Duration = .zero,
        queue: Int = LinkDirection.defaultQueuePackets
    ) -> LinkProfile {
        LinkProfile(
            id: "plain", name: "Plain",
            down: LinkDirection(rate: down, delay: delay, queuePackets: queue),
            up: LinkDirection(rate: up, delay: delay, queuePackets: queue))
    }

    /// 12.112 Mbit/s, at which a full frame takes a millisecond.
    static func millisecondFrames(
        delay: Duration = .zero, queue: Int = LinkDirection.defaultQueuePackets
    ) -> LinkProfile {
        plain(down: .bitsPerSecond(12_112_000), delay: delay, queue: queue)
    }
}

/// Plays a link in virtual time, with an origin that accepts at once.
struct VirtualLink {
    var link: SharedLink
    var history: [LinkEvent] = []

    init(
        _ profile: LinkProfile, options: TCPOptions = TCPOptions(), seed: UInt64 = 1
    ) throws {
        link = try SharedLink(profile, options: options, seed: seed)
    }

    /// Lets the next thing happen.
    ///
    /// - Returns: false when nothing will.
    @discardableResult
    mutating func step(until limit: LinkTime? = nil, refusing: Bool = false) -> Bool {
        guard let next = link.nextEvent, next <= limit ?? next else { return false }
        var events: [LinkEvent] = []
        link.advance(to: next, into: &events)
        for event in events where event.what == .requested {
            if refusing {
                link.refuse(event.connection, at: next)
            } else {
                link.accept(event.connection, at: next)
            }
        }
        history += events
        return true
    }

    /// Lets everything happen that follows from what the ends did so far.
    mutating func settle(until limit: LinkTime? = nil, refusing: Bool = false) {
        while step(until: limit, refusing: refusing) {}
    }

    /// A connection that is established, and when that was. Time stops there.
    mutating func connect(at time: LinkTime = .zero) -> (connection: LinkConnection, at: LinkTime) {
        let connection = link.open(at: time)
        while true {
            let established = history.last { $0.connection == connection }
            if let established, established.what == .established {
                return (connection, established.time)
            }
            step()
        }
    }

    /// Arrivals of payload, as (time, bytes).
    func arrivals(
        of connection: LinkConnection, _ heading: LinkHeading = .down
    ) -> [(time: LinkTime, bytes: Int)] {
        history.compactMap { event in
            guard event.connection == connection, case .data(heading, let bytes) = event.what else {
                return nil
            }
            return (event.time, bytes)
        }
    }

    /// Payload that arrived.
    func bytes(of connection: LinkConnection, _ heading: LinkHeading = .down) -> Int {
        arrivals(of: connection, heading).reduce(0) { $0 + $1.bytes }
    }
}

extension LinkTime {
    static func + (time: LinkTime, duration: Duration) -> LinkTime {
        LinkTime(time.elapsed + duration)
    }
}
