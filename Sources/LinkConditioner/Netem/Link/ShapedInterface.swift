/// An interface whose queues are one direction of a link. It remembers what it set, changes the
/// kernel to something else, and reads everything back.
struct ShapedInterface {
    let interface: NetworkInterface
    let shape: QueueShape
    private(set) var tree: QueueTree?

    init(_ interface: NetworkInterface, _ shape: QueueShape) {
        self.interface = interface
        self.shape = shape
    }

    /// Makes the kernel's queues those of `tree`. Where there are some of the same kinds they are
    /// changed, and no packet is lost.
    ///
    /// - Throws: ``NetemError/mismatch`` when reading back gives something else.
    mutating func apply(_ tree: QueueTree, through socket: NetlinkSocket) throws(NetemError) {
        for (index, node) in tree.nodes.enumerated() {
            let previous = self.tree.flatMap {
                $0.nodes.indices.contains(index) ? $0.nodes[index] : nil
            }
            if previous?.queue == node.queue, !changesChild(index, of: tree) { continue }
            try socket.set(node, on: interface, replacing: previous?.queue)
        }
        self.tree = tree
        try requireReadBack(through: socket)
    }

    /// A token bucket that is changed sets its limit in the queue below, whose own is then written
    /// again.
    private func changesChild(_ index: Int, of tree: QueueTree) -> Bool {
        guard index > 0, case .tokenBucket = tree.nodes[index - 1].queue else { return false }
        return self.tree?.nodes[index - 1].queue != tree.nodes[index - 1].queue
    }

    /// Compares what the kernel has with what was set, in every setting.
    func requireReadBack(through socket: NetlinkSocket) throws(NetemError) {
        let found = try socket.queues(of: interface)
        for node in tree?.nodes ?? [] {
            let listed = found.first { $0.handle == node.handle && $0.parent == node.parent }
            guard let queue = listed?.queue else {
                throw .mismatch(
                    queue: node.queue.kind, attribute: "kind", asked: node.queue.kind,
                    has: listed?.kind ?? "none")
            }
            try node.queue.requireReadBack(queue)
        }
    }

    /// What the kernel has, for a run's record.
    func queues(through socket: NetlinkSocket) throws(NetemError) -> [NetemFacts.Queue] {
        let found = try socket.queues(of: interface)
        return (tree?.nodes ?? []).compactMap { node in
            guard let queue = found.first(where: { $0.handle == node.handle })?.queue else {
                return nil
            }
            return NetemFacts.Queue(
                interface: interface.name, kind: queue.kind, settings: queue.settings)
        }
    }

    func statistics(through socket: NetlinkSocket) throws(NetemError) -> NetemStatistics.Direction {
        let found = try socket.queues(of: interface)
        let counts = (tree?.nodes ?? []).map { node in
            found.first { $0.handle == node.handle }?.counts ?? QueueCounts()
        }
        return NetemStatistics.Direction(counts, shape)
    }
}
