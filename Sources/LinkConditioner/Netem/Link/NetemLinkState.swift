internal import CNetlink
internal import LinkModel

/// All of a ``NetemLink`` that one thread at a time may touch.
final class NetemLinkState {
    private let socket: NetlinkSocket
    private let nudges: NudgeSocket
    private let loopback: NetworkInterface
    private var down: ShapedInterface
    private var up: ShapedInterface
    private var schedules: (down: DirectionSchedule, up: DirectionSchedule)
    private var hasOwnSchedule = true
    /// What both directions are but for ``isHeld``.
    private var present: (down: DirectionState, up: DirectionState)
    private var isHeld = false
    private var priority: UInt16 = 1
    private(set) var changes: [NetemChange] = []

    init(_ profile: LinkProfile, canBeHeld: Bool) throws(NetemError) {
        schedules = (DirectionSchedule(profile, .down), DirectionSchedule(profile, .up))
        present = (schedules.down.state(at: 0), schedules.up.state(at: 0))
        socket = try NetlinkSocket()
        nudges = try NudgeSocket()
        let hasNetem = try KernelCapabilities.hasNetem()
        let shapes = try (
            down: Self.shape(schedules.down, canBeHeld, hasNetem),
            up: Self.shape(schedules.up, canBeHeld, hasNetem)
        )
        try socket.bringUp(
            socket.interface("lo"), mtu: NetemLink.mtu, segmentsPerPacket: 1)
        loopback = try socket.interface("lo")
        guard loopback.mtu == NetemLink.mtu, loopback.segmentsPerPacket == 1 else {
            throw .mismatch(
                queue: "loopback", attribute: "MTU and segments per packet",
                asked: "\(NetemLink.mtu) and 1",
                has: "\(loopback.mtu) and \(loopback.segmentsPerPacket)")
        }
        try CongestionControl.pin(NetemLink.congestionControl, through: socket)
        // What an earlier connection learned would open the window of the next one otherwise; the
        // link model and its calibration know no such memory (tcp_no_metrics_save, ip-sysctl).
        try KernelFile.write("1", to: "/proc/sys/net/ipv4/tcp_no_metrics_save")
        down = ShapedInterface(try Self.redirector(NetemLink.downName, socket), shapes.down)
        up = ShapedInterface(try Self.redirector(NetemLink.upName, socket), shapes.up)
        try socket.addArrivals(to: loopback)
        try apply(at: 0)
    }

    private static func shape(
        _ schedule: DirectionSchedule, _ canBeHeld: Bool, _ hasNetem: Bool
    ) throws(NetemError) -> QueueShape {
        try QueueShape(
            states: schedule.states, isHeld: schedule.isEverHeld || canBeHeld,
            kernelHasNetem: hasNetem)
    }

    private static func redirector(
        _ name: String, _ socket: NetlinkSocket
    ) throws(NetemError) -> NetworkInterface {
        try socket.addRedirector(name)
        try socket.bringUp(socket.interface(name), mtu: NetemLink.mtu)
        return try socket.interface(name)
    }

    func shape(port: UInt16) throws(NetemError) {
        // Each call takes a priority for IPv4 and one for IPv6.
        try socket.redirect(
            .sourcePort(port), arrivingAt: loopback, to: down.interface, priority: priority)
        try socket.redirect(
            .destinationPort(port), arrivingAt: loopback, to: up.interface, priority: priority + 2)
        priority += 4
    }

    func remove() throws(NetemError) {
        // With the place of the filters go the filters.
        try socket.removeQueue(
            at: NetlinkSocket.arrivals, handle: NetlinkSocket.arrivalsHandle, of: loopback)
        try socket.removeInterface(down.interface)
        try socket.removeInterface(up.interface)
    }

    @discardableResult
    func apply(at time: Int) throws(NetemError) -> [LinkHeading] {
        present = (schedules.down.state(at: time), schedules.up.state(at: time))
        return try setPresent()
    }

    func change(down: LinkDirection, up: LinkDirection) throws(NetemError) {
        hasOwnSchedule = false
        present = (DirectionState(direction: down), DirectionState(direction: up))
        try setPresent()
    }

    func hold(_ isHeld: Bool) throws(NetemError) {
        self.isHeld = isHeld
        try setPresent()
    }

    /// - Returns: the directions that had to be changed.
    @discardableResult
    private func setPresent() throws(NetemError) -> [LinkHeading] {
        var (wantedDown, wantedUp) = present
        wantedDown.isHeld = wantedDown.isHeld || isHeld
        wantedUp.isHeld = wantedUp.isHeld || isHeld
        var changed: [LinkHeading] = []
        if try set(wantedDown, on: &down) { changed.append(.down) }
        if try set(wantedUp, on: &up) { changed.append(.up) }
        return changed
    }

    /// Whether anything had to be changed.
    private func set(
        _ state: DirectionState, on shaped: inout ShapedInterface
    ) throws(NetemError) -> Bool {
        let tree = try QueueTree(
            state.direction, shaped.shape, isHeld: state.isHeld, losesAll: state.losesAll)
        guard tree != shaped.tree else { return false }
        let isFirst = shaped.tree == nil
        try shaped.apply(tree, through: socket)
        // A token bucket sleeps until its old rate lets the next packet go. A packet makes it look.
        if !isFirst, shaped.shape.bottleneck == .tokenBucket {
            try nudges.nudge(shaped.interface)
        }
        return true
    }

    func nextChange(after time: Int) -> Int? {
        guard hasOwnSchedule else { return nil }
        return [schedules.down, schedules.up].compactMap { $0.nextChange(after: time) }.min()
    }

    func record(_ headings: [LinkHeading], due: Duration, lateness: Duration) {
        for heading in headings where changes.count < Self.maximumChanges {
            changes.append(
                NetemChange(
                    due: due, lateness: lateness, heading: heading == .down ? "down" : "up"))
        }
    }

    /// Most changes that are remembered: a day of ten a second.
    private static let maximumChanges = 864_000

    func bottleneck(_ heading: LinkHeading) -> QueueShape.Bottleneck {
        (heading == .down ? down : up).shape.bottleneck
    }

    func statistics() throws(NetemError) -> NetemStatistics {
        try NetemStatistics(
            down: down.statistics(through: socket), up: up.statistics(through: socket))
    }

    func facts() throws(NetemError) -> NetemFacts {
        try NetemFacts(
            kernel: TextFile.read("/proc/sys/kernel/osrelease")?.firstLine ?? "unknown",
            // Checked with a connection when the link was made.
            congestionControl: NetemLink.congestionControl,
            mtu: Int(loopback.mtu), segmentsPerPacket: Int(loopback.segmentsPerPacket),
            down: down.queues(through: socket), up: up.queues(through: socket), notes: notes)
    }

    private var notes: [String] {
        var notes: [String] = []
        for (heading, shape) in [("down", down.shape), ("up", up.shape)] {
            if !shape.hasNetem {
                notes.append("\(heading): this kernel has no netem; a token bucket plays the rate")
            }
            if shape.bottleneck == .tokenBucket {
                notes.append(
                    "\(heading): a token bucket; after a rest the first full frame leaves at once")
            }
        }
        return notes
    }
}
