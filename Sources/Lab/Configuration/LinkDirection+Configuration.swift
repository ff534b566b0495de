internal import LinkModel

extension LinkDirection {
    /// Longest one-way delay that a profile may ask for.
    static let maximumDelay = Duration.seconds(600)

    private static let keys = [
        "rate", "delay", "jitter", "loss", "queue", "duplicate", "reorder", "corrupt",
    ]

    /// Reads `down` or `up`. What it does not say stays as in `base`; without a base it has to
    /// name a rate.
    init(_ node: ConfigurationNode, base: LinkDirection? = nil) throws(ConfigurationError) {
        let values = try node.mapping(keys: Self.keys)
        if let base {
            self = base
            if let rate = values["rate"] { self.rate = try rate.rate() }
        } else {
            self.init(rate: try values.required("rate").rate())
        }
        if let delay = values["delay"] {
            self.delay = try delay.duration(atMost: Self.maximumDelay)
        }
        if let jitter = values["jitter"] { self.jitter = try LinkJitter(jitter) }
        if let loss = values["loss"] { self.loss = try LinkLoss(loss) }
        if let queue = values["queue"] { queuePackets = try queue.packets() }
        if let duplicate = values["duplicate"] { self.duplicate = try duplicate.probability() }
        if let reorder = values["reorder"] { self.reorder = try LinkReordering(reorder) }
        if let corrupt = values["corrupt"] { self.corrupt = try corrupt.probability() }
    }
}

extension LinkJitter {
    /// `15 ms`, or keys with values.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self.init(amount: try node.duration(atMost: LinkDirection.maximumDelay))
            return
        }
        let values = try node.mapping(keys: ["amount", "distribution", "correlation"])
        self.init(
            amount: try values.required("amount").duration(atMost: LinkDirection.maximumDelay),
            distribution: try values["distribution"]?.choice() ?? .uniform,
            correlation: try values["correlation"]?.probability() ?? .never)
    }
}

extension LinkReordering {
    /// `1 %`, or keys with values.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self.init(probability: try node.probability())
            return
        }
        let values = try node.mapping(keys: ["probability", "correlation", "gap"])
        self.init(
            probability: try values.required("probability").probability(),
            correlation: try values["correlation"]?.probability() ?? .never,
            gap: try values["gap"]?.packets() ?? 1)
    }
}
