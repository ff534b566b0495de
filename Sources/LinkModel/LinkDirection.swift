/// What a link does to the packets of one direction.
package struct LinkDirection: Sendable, Hashable {
    /// See ``LinkQueue/defaultPackets``.
    package static let defaultQueuePackets = LinkQueue.defaultPackets

    package var rate: LinkRate
    /// One-way delay between the last bit's departure and its arrival.
    package var delay: Duration
    package var jitter: LinkJitter?
    package var loss: LinkLoss
    /// The queue in front of the bottleneck. Packets on their way (`delay`) do not count, so this
    /// is what is in excess of the bandwidth-delay product. netem's `limit` counts those too: it is
    /// this number plus `rate × delay`.
    package var queue: LinkQueue
    package var duplicate: LinkChance
    package var reorder: LinkReordering?
    package var corrupt: LinkChance

    package init(
        rate: LinkRate, delay: Duration = .zero, jitter: LinkJitter? = nil, loss: LinkLoss = .none,
        queue: LinkQueue, duplicate: LinkChance = .never, reorder: LinkReordering? = nil,
        corrupt: LinkChance = .never
    ) {
        self.rate = rate
        self.delay = delay
        self.jitter = jitter
        self.loss = loss
        self.queue = queue
        self.duplicate = duplicate
        self.reorder = reorder
        self.corrupt = corrupt
    }

    /// A direction with a drop-tail queue that counts packets.
    package init(
        rate: LinkRate, delay: Duration = .zero, jitter: LinkJitter? = nil, loss: LinkLoss = .none,
        queuePackets: Int = LinkDirection.defaultQueuePackets, duplicate: LinkChance = .never,
        reorder: LinkReordering? = nil, corrupt: LinkChance = .never
    ) {
        self.init(
            rate: rate, delay: delay, jitter: jitter, loss: loss,
            queue: LinkQueue(.packets(queuePackets)), duplicate: duplicate, reorder: reorder,
            corrupt: corrupt)
    }

    /// Room of the queue in full frames.
    package var queuePackets: Int { queue.fullFrames(at: rate) }
}
