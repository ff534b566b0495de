package import LinkModel

/// What the kernel counted on a link since it was made.
package struct NetemStatistics: Sendable, Hashable, Codable {
    package struct Direction: Sendable, Hashable, Codable {
        /// Frames that came out, and their bytes.
        package var sentPackets: Int
        package var sentBytes: Int
        /// Frames that netem lost at random, on purpose.
        package var lostPackets: Int
        /// Frames for which the queue of the bottleneck had no room.
        package var queueDrops: Int
        /// Times that the rate let nothing leave although something waited.
        package var overlimits: Int
        /// What is in the queue and in the delay line now.
        package var backlogPackets: Int
        package var backlogBytes: Int
    }

    package var down: Direction
    package var up: Direction

    package subscript(_ heading: LinkHeading) -> Direction { heading == .down ? down : up }
}

extension NetemStatistics.Direction {
    /// - Parameter counts: of the queues from the outermost on. What a queue within another drops
    ///   the outer one counts too.
    init(_ counts: [QueueCounts], _ shape: QueueShape) {
        let outer = counts.first ?? QueueCounts()
        let bottleneck =
            shape.bottleneck == .none
            ? QueueCounts() : shape.hasNetem ? counts.dropFirst().first ?? QueueCounts() : outer
        sentPackets = Int(outer.sentPackets)
        sentBytes = Int(outer.sentBytes)
        queueDrops = Int(bottleneck.dropped)
        lostPackets = shape.hasNetem ? max(0, Int(outer.dropped) - queueDrops) : 0
        overlimits = Int(bottleneck.overlimits)
        backlogPackets = Int(outer.backlogPackets)
        backlogBytes = Int(outer.backlogBytes)
    }

    /// - Parameter listed: the lab's queues of an interface, from the outermost on.
    init(listed: [ListedQueue]) {
        let hasNetem = listed.first?.kind == "netem"
        let bottleneck: QueueShape.Bottleneck =
            listed.contains { $0.kind == "tbf" }
            ? .tokenBucket : listed.count > 1 ? .netem : .none
        self.init(
            listed.map(\.counts), QueueShape(hasNetem: hasNetem, bottleneck: bottleneck))
    }
}
