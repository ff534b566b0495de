import LinkModel

/// A packet that arrived, and when.
struct Arrival: Hashable {
    var packet: Int
    var time: Int
}

extension LinkPath<Int> {
    /// Takes what has arrived up to `time`, each packet at its own time.
    mutating func arrivals(until time: Int = .max) -> [Arrival] {
        var arrivals: [Arrival] = []
        while let next = nextEvent, next <= time {
            advance(to: next)
            while let packet = receive() { arrivals.append(Arrival(packet: packet, time: next)) }
        }
        return arrivals
    }

    /// Sends packets 0, 1, 2 … of 1514 bytes, one every `interval` nanoseconds, and lets all of them
    /// arrive or not.
    mutating func run(
        packets: Int, every interval: Int, from start: Int = 0, bytes: Int = 1514
    ) -> [Arrival] {
        var arrived: [Arrival] = []
        for number in 0..<packets {
            let time = start + number * interval
            arrived += arrivals(until: time)
            send(number, bytes: bytes, at: time)
        }
        return arrived + arrivals()
    }

    /// Whether every packet is accounted for.
    var isConserved: Bool {
        let known =
            counters.delivered + counters.lost + counters.corrupted + counters.queueDrops
            + counters.codelDrops
        return counters.sent + counters.duplicates == known + queuedPackets + travellingPackets
    }
}

extension Probability {
    static func percent(_ value: Double) -> Probability {
        Probability(partsPerBillion: Int((value * 10_000_000).rounded()))
    }
}

extension Int {
    static func milliseconds(_ value: Int) -> Int { value * 1_000_000 }
    static func seconds(_ value: Int) -> Int { value * 1_000_000_000 }
}
