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
}

/// Plays a link in virtual time, with an origin that accepts at once.
struct VirtualLink {
    var link: SharedLink
    var history: [LinkEvent] = []

    init(_ profile: LinkProfile) throws {
        link = try SharedLink(profile)
    }

    /// Lets everything happen that follows from what the ends did so far.
    mutating func settle(until limit: LinkTime? = nil, refusing: Bool = false) {
        while let next = link.nextEvent, next <= limit ?? next {
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
        }
    }

    /// A connection that is established, and when that was.
    mutating func connect(at time: LinkTime = .zero) -> (connection: LinkConnection, at: LinkTime) {
        let connection = link.open(at: time)
        settle()
        let established = history.last { $0.connection == connection && $0.what == .established }
        return (connection, established!.time)
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
}

extension LinkTime {
    static func + (time: LinkTime, duration: Duration) -> LinkTime {
        LinkTime(time.elapsed + duration)
    }
}
