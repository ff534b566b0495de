/// What a link does to the packets of one direction.
package struct LinkDirection: Sendable, Hashable {
    /// Packets that wait or are being sent at once when a profile does not say otherwise: 50 in
    /// excess of the bandwidth-delay product.
    package static let defaultQueuePackets = 50

    package var rate: LinkRate
    /// One-way delay between the last bit's departure and its arrival.
    package var delay: Duration
    package var jitter: LinkJitter?
    package var loss: LinkLoss
    /// Room of the drop-tail queue in front of the bottleneck, in packets, the one being sent
    /// included. Packets on their way (`delay`) do not count, so this is what is in excess of the
    /// bandwidth-delay product. netem's `limit` counts those too: it is this number plus
    /// `rate × delay`.
    package var queuePackets: Int
    package var duplicate: Probability
    package var reorder: LinkReordering?
    package var corrupt: Probability

    package init(
        rate: LinkRate, delay: Duration = .zero, jitter: LinkJitter? = nil, loss: LinkLoss = .none,
        queuePackets: Int = LinkDirection.defaultQueuePackets, duplicate: Probability = .never,
        reorder: LinkReordering? = nil, corrupt: Probability = .never
    ) {
        self.rate = rate
        self.delay = delay
        self.jitter = jitter
        self.loss = loss
        self.queuePackets = queuePackets
        self.duplicate = duplicate
        self.reorder = reorder
        self.corrupt = corrupt
    }
}
