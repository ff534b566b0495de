import LinkModel

extension LinkProfile {
    /// The same rate, one-way delay and queue in both directions.
    static func symmetric(
        _ rate: LinkRate = .unlimited, delay: Duration = .zero, queue: Int = 50
    ) -> LinkProfile {
        let direction = LinkDirection(rate: rate, delay: delay, queuePackets: queue)
        return LinkProfile(id: "test", name: "Test", down: direction, up: direction)
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
