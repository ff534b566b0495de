internal import LinkModel

extension LinkQueue {
    /// Longest time of a queue whose room is counted in time.
    private static let longest = Duration.seconds(60)
    /// Most bytes of a queue, enough for a second at 10 Gbit/s.
    private static let maximumBytes = 1 << 31

    /// `50 packets`, `64 KiB`, `40 ms`, or `room` with `codel`.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self.init(try Self.room(node))
            return
        }
        let values = try node.mapping(keys: ["room", "codel"])
        self.init(
            try values["room"].map(Self.room) ?? .packets(Self.defaultPackets),
            codel: try values["codel"].flatMap { (node) throws(ConfigurationError) in
                try CoDel?(node)
            })
    }

    private static func room(_ node: ConfigurationNode) throws(ConfigurationError) -> Room {
        let text = try node.string()
        let unit = String(text.drop { !$0.isLetter })
        if UnitTable.duration.knows(unit) { return .time(try node.duration(atMost: longest)) }
        if UnitTable.bytes.knows(unit) {
            return .bytes(try node.bytes(in: Framing.fullFrame...maximumBytes))
        }
        return .packets(try node.packets(in: 1...maximumPackets))
    }
}

extension Optional<LinkQueue.CoDel> {
    /// `true`, `false`, or `target` and `interval`.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self = try node.boolean() ? .init(.init()) : nil
            return
        }
        let values = try node.mapping(keys: ["target", "interval"])
        var settings = LinkQueue.CoDel()
        if let target = values["target"] { settings.target = try target.positiveDuration() }
        if let interval = values["interval"] {
            settings.interval = try interval.positiveDuration()
            guard settings.interval <= LinkQueue.CoDel.longestInterval else {
                throw interval.fault("is longer than 3 s")
            }
        }
        self = settings
    }
}

extension LinkChance {
    /// `1 %`, or `probability` and `correlation`.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self.init(try node.probability())
            return
        }
        let values = try node.mapping(keys: ["probability", "correlation"])
        self.init(
            try values.required("probability").probability(),
            correlation: try values["correlation"]?.probability() ?? .never)
    }
}
