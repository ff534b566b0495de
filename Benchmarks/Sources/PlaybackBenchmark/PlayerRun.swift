import PlaybackCore

/// A player on a link of one rate whose bytes arrive packet by packet, as a world in virtual time tells
/// of them.
struct PlayerRun {
    private static let packet = 1_448
    private static let segment = Duration.seconds(6)
    private static let segments = 100
    private static let bitRates = [200_000, 400_000, 700_000]

    private var machine: PlayerMachine
    private let packetTime: Duration
    private var now = Duration.zero
    private var wish: Duration?
    private var open: (id: PlayerRequestID, total: Int, arrived: Int, next: Duration)?
    private(set) var events = 0

    init(rule: String, bitsPerSecond: Int) throws {
        machine = try PlayerMachine(
            PlayerPresentation(bitRates: Self.bitRates), PlayerOptions(rule: rule))
        packetTime = .nanoseconds(Self.packet * 8 * 1_000_000_000 / bitsPerSecond)
    }

    /// Plays ten minutes.
    /// - Returns: the time that passed in the world.
    mutating func run() -> Duration {
        tell(.started)
        while !machine.isOver {
            let packet = open?.next ?? .seconds(1_000_000)
            let wake = wish ?? .seconds(1_000_000)
            now = min(packet, wake)
            if packet <= wake {
                packetArrived()
            } else {
                wish = nil
                tell(.woke)
            }
        }
        return now
    }

    private mutating func packetArrived() {
        guard var flow = open else { return }
        if flow.arrived == 0 { tell(.responded(flow.id, byteCount: flow.total)) }
        let count = min(Self.packet, flow.total - flow.arrived)
        flow.arrived += count
        flow.next += packetTime
        open = flow
        tell(.received(flow.id, byteCount: count))
        guard flow.arrived == flow.total, open?.id == flow.id else { return }
        open = nil
        tell(.arrived(flow.id))
    }

    private mutating func tell(_ event: PlayerEvent) {
        events += 1
        for command in machine.handle(event, at: now) {
            switch command {
            case .describe(let stream):
                let timeline = StreamTimeline(
                    (0..<Self.segments).map {
                        .init(start: Self.segment * $0, duration: Self.segment)
                    })
                tell(.described(stream, timeline))
            case .fetch(let request), .read(let request):
                let bytes = Self.bitRates[request.segment.stream] / 8 * 6
                open = (request.id, bytes, 0, now + .milliseconds(100))
            case .abandon: open = nil
            case .wake(let time): wish = time
            case .report: break
            }
        }
    }
}
