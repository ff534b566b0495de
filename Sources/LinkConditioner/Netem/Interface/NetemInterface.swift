internal import CNetlink
package import LinkModel

/// Makes a real interface behave like a profile: what it sends is up, what arrives is down.
///
/// What is sent waits in the interface's own queues; what arrives is redirected to a device of kind
/// `ifb` and waits in that one's. Everything that was there before is written to a file first, so
/// that ``clear()`` puts it back, also in another process and after a kill in the middle.
package struct NetemInterface {
    /// What holds on an interface.
    package struct Report: Sendable, Hashable, Encodable {
        package var interface: String
        package var profile: String
        package var facts: NetemFacts
        package var statistics: NetemStatistics
    }

    /// Where states are kept; empty after the machine has started anew, as its queues are.
    package static let defaultFolder = "/run/hlslab"

    private let name: String
    private let file: InterfaceStateFile
    private let socket: NetlinkSocket

    /// - Parameter stateFolder: is made when it is missing; the folder above it has to be there.
    package init(_ name: String, stateFolder: String = defaultFolder) throws(NetemError) {
        self.name = name
        file = InterfaceStateFile(folder: stateFolder, interface: name)
        socket = try NetlinkSocket()
    }

    /// Interfaces that are shaped, or were when a kill came in the way, in the order of their names.
    package static func shaped(stateFolder: String = defaultFolder) -> [String] {
        InterfaceStateFile.interfaces(in: stateFolder)
    }

    /// Shapes the interface as the profile has it at its beginning; its later changes are not
    /// played. What an earlier call made is put back first.
    ///
    /// - Parameter force: also where the interface carries the default route, and in place of a
    ///   queue that somebody else set up. That comes back with ``clear()``, without classes and
    ///   filters of its own.
    /// - Returns: what people should know of it, as sentences.
    @discardableResult
    package func apply(
        _ profile: LinkProfile, force: Bool = false
    ) throws(NetemError) -> [String] {
        try clear()
        let interface = try socket.interface(name)
        if !force, try socket.defaultRouteInterfaces().contains(interface.index) {
            throw .defaultRoute(interface: name)
        }
        let schedules = (
            down: DirectionSchedule(profile, .down), up: DirectionSchedule(profile, .up)
        )
        let hasNetem = try KernelCapabilities.hasNetem()
        // Everything that can be refused is refused before anything is changed.
        let shapes = try (
            down: Self.shape(schedules.down, hasNetem), up: Self.shape(schedules.up, hasNetem)
        )
        let trees = try (
            down: Self.tree(schedules.down, shapes.down, interface),
            up: Self.tree(schedules.up, shapes.up, interface)
        )
        let queue = try originalQueue(of: interface, force: force)
        let redirector = "hls\(interface.index)"
        try file.write(
            InterfaceState(
                interface: interface, profile: profile.id, redirector: redirector, queue: queue))
        do {
            try socket.addRedirector(redirector)
            try shape(interface, through: redirector, shapes, trees, replacing: queue)
        } catch {
            try clear()
            throw error
        }
        let changes = schedules.down.nextChange(after: 0) ?? schedules.up.nextChange(after: 0)
        return changes == nil
            ? [] : ["the profile changes with time; the interface keeps what it begins with"]
    }

    private func shape(
        _ interface: NetworkInterface, through redirector: String,
        _ shapes: (down: QueueShape, up: QueueShape), _ trees: (down: QueueTree, up: QueueTree),
        replacing queue: InterfaceState.OriginalQueue?
    ) throws(NetemError) {
        try socket.bringUp(socket.interface(redirector), mtu: interface.mtu)
        try socket.setOffloads(of: interface, segmentsPerPacket: 1, mergedBytes: interface.mtu)
        let device = try socket.interface(redirector)
        if queue != nil { try socket.removeQueue(at: QueueTree.root, of: interface) }
        var up = ShapedInterface(interface, shapes.up)
        try up.apply(trees.up, through: socket)
        var down = ShapedInterface(device, shapes.down)
        try down.apply(trees.down, through: socket)
        try socket.addArrivals(to: interface)
        try socket.redirect(.everything, arrivingAt: interface, to: device, priority: 1)
    }

    /// Puts everything back as it was. Whether there was anything to do.
    @discardableResult
    package func clear() throws(NetemError) -> Bool {
        guard let state = try file.read() else { return false }
        let interfaces = try socket.interfaces()
        // Of another interface of the same name, after a plug was pulled, nothing is ours.
        if let interface = interfaces.first(where: { $0.name == name && $0.index == state.index }) {
            try restore(interface, state)
        }
        if let device = interfaces.first(where: { $0.name == state.redirector && $0.kind == "ifb" })
        {
            try socket.removeInterface(device)
        }
        try file.remove()
        return true
    }

    private func restore(
        _ interface: NetworkInterface, _ state: InterfaceState
    ) throws(NetemError) {
        let queues = try socket.queues(of: interface)
        if queues.contains(where: { $0.parent == NetlinkSocket.arrivals }) {
            try socket.removeQueue(
                at: NetlinkSocket.arrivals, handle: NetlinkSocket.arrivalsHandle, of: interface)
        }
        let root = queues.first { $0.parent == QueueTree.root }
        let isOurs =
            root.map { $0.handle == 1 << 16 && ["netem", "tbf"].contains($0.kind) } ?? false
        if isOurs { try socket.removeQueue(at: QueueTree.root, of: interface) }
        // Handle 0 is the kernel's own default. What has another one somebody set up meanwhile.
        if let queue = state.queue, isOurs || root?.handle ?? 0 == 0 {
            try socket.restore(queue, on: interface)
        }
        try socket.setOffloads(
            of: interface, segmentsPerPacket: state.segmentsPerPacket,
            mergedBytes: state.mergedBytes)
    }

    /// What holds on the interface; nil when it is not shaped.
    ///
    /// - Throws: ``NetemError/mismatch`` when half of it is gone.
    package func show() throws(NetemError) -> Report? {
        guard let state = try file.read() else { return nil }
        let (up, down) = try (socket.interface(name), socket.interface(state.redirector))
        let queues = try (up: listed(up), down: listed(down))
        let kernel = TextFile.read("/proc/sys/kernel/osrelease")?.firstLine ?? "unknown"
        return Report(
            interface: name, profile: state.profile,
            facts: NetemFacts(
                kernel: kernel, congestionControl: CongestionControl.byDefault,
                mtu: Int(up.mtu), segmentsPerPacket: Int(up.segmentsPerPacket),
                down: queues.down.map { NetemFacts.Queue($0, of: state.redirector) },
                up: queues.up.map { NetemFacts.Queue($0, of: name) }, notes: []),
            statistics: NetemStatistics(
                down: NetemStatistics.Direction(listed: queues.down),
                up: NetemStatistics.Direction(listed: queues.up)))
    }

    /// The lab's queues of an interface, from the outermost on.
    private func listed(_ interface: NetworkInterface) throws(NetemError) -> [ListedQueue] {
        let found = try socket.queues(of: interface).filter { $0.queue != nil && $0.handle != 0 }
        guard found.contains(where: { $0.parent == QueueTree.root }) else {
            throw .mismatch(
                queue: "the outermost queue of \(interface.name)", attribute: "kind",
                asked: "netem or tbf", has: "none")
        }
        return found.sorted { $0.handle < $1.handle }
    }

    // MARK: What is there

    private func originalQueue(
        of interface: NetworkInterface, force: Bool
    ) throws(NetemError) -> InterfaceState.OriginalQueue? {
        let queues = try socket.queues(of: interface)
        if let arrivals = queues.first(where: { $0.parent == NetlinkSocket.arrivals }) {
            throw .arrivalsTaken(interface: name, kind: arrivals.kind)
        }
        let root = queues.first { $0.parent == QueueTree.root && $0.handle != 0 }
        guard let root else { return nil }
        guard force else { throw .inTheWay(interface: name, kind: root.kind) }
        return InterfaceState.OriginalQueue(
            handle: root.handle, kind: root.kind, options: root.options)
    }

    private static func shape(
        _ schedule: DirectionSchedule, _ hasNetem: Bool
    ) throws(NetemError) -> QueueShape {
        try QueueShape(
            states: [schedule.state(at: 0).direction], isHeld: false, kernelHasNetem: hasNetem)
    }

    private static func tree(
        _ schedule: DirectionSchedule, _ shape: QueueShape, _ interface: NetworkInterface
    ) throws(NetemError) -> QueueTree {
        try QueueTree(
            schedule.state(at: 0).direction, shape,
            largestFrame: Int(interface.mtu) + Framing.ethernet)
    }
}
