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
            if let rate = values["rate"] { self.rate = try rate.rate(mayBeZero: true) }
        } else {
            self.init(rate: try values.required("rate").rate())
        }
        if let delay = values["delay"] {
            self.delay = try delay.duration(atMost: Self.maximumDelay)
        }
        if let jitter = values["jitter"] {
            let value = try LinkJitter(jitter)
            self.jitter = value.amount == .zero ? nil : value
        }
        if let loss = values["loss"] { self.loss = try LinkLoss(loss) }
        if let queue = values["queue"] { self.queue = try LinkQueue(queue) }
        if let duplicate = values["duplicate"] { self.duplicate = try LinkChance(duplicate) }
        if let reorder = values["reorder"] {
            let value = try LinkReordering(reorder)
            self.reorder = value.probability == .never ? nil : value
        }
        if let corrupt = values["corrupt"] { self.corrupt = try LinkChance(corrupt) }
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
