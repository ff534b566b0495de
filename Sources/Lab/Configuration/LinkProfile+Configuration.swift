package import LinkModel

extension LinkProfile {
    private static let keys = [
        "name", "description", "source", "aliases", "down", "up", "dns", "outages", "steps",
        "repeat", "trace",
    ]

    /// Reads a profile's file.
    ///
    /// - Parameter id: name of the file without its ending.
    /// - Throws: ``ConfigurationError`` for anything that is missing, unknown or without its unit.
    package init(_ node: ConfigurationNode, id: String) throws(ConfigurationError) {
        let values = try node.mapping(keys: Self.keys)
        let down = try LinkDirection(try values.required("down"))
        let up = try LinkDirection(try values.required("up"))
        let steps = try values["steps"]?.sequence() ?? []
        if let again = values["repeat"], steps.isEmpty, values["trace"] == nil {
            throw again.fault("needs 'steps' to repeat")
        }
        if let trace = values["trace"], !steps.isEmpty {
            throw trace.fault("is a timeline, and so is 'steps'; keep one of them")
        }
        self.init(
            id: id,
            name: try values["name"]?.string() ?? id,
            summary: try values["description"]?.string() ?? "",
            source: try values["source"]?.string() ?? "",
            aliases: try values["aliases"]?.strings() ?? [],
            down: down, up: up,
            dnsDelay: try values["dns"]?.duration(atMost: LinkDirection.maximumDelay),
            outages: try (values["outages"]?.sequence() ?? []).map(LinkOutage.init(_:)),
            steps: try steps.map { (step) throws(ConfigurationError) in
                try LinkStep(step, down: down, up: up)
            },
            stepsRepeat: try values["repeat"]?.boolean() ?? false,
            trace: try values["trace"].map(LinkTraceReference.init(_:)))
        if let trace = values["trace"] {
            try loadTrace(trace, repeats: try values["repeat"]?.boolean() ?? true)
        }
    }
}

extension LinkStep {
    /// Reads an item of `steps`; what it does not say holds as outside the timeline.
    init(
        _ node: ConfigurationNode, down: LinkDirection, up: LinkDirection
    ) throws(ConfigurationError) {
        let values = try node.mapping(keys: ["for", "down", "up"])
        self.init(
            length: try values.required("for").positiveDuration(),
            down: try values["down"].map { (node) throws(ConfigurationError) in
                try LinkDirection(node, base: down)
            } ?? down,
            up: try values["up"].map { (node) throws(ConfigurationError) in
                try LinkDirection(node, base: up)
            } ?? up)
    }
}

extension LinkOutage {
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let values = try node.mapping(keys: ["at", "for", "every", "effect"])
        self.init(
            start: try values.required("at").duration(),
            length: try values.required("for").positiveDuration(),
            period: try values["every"]?.positiveDuration(),
            effect: try values["effect"]?.choice() ?? .hold)
        if let period, period <= length {
            throw node.fault("lasts longer than the time from one to the next")
        }
    }
}

extension LinkTraceReference {
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let values = try node.mapping(keys: ["file", "format"])
        self.init(
            path: try values.required("file").string(),
            format: try values.required("format").choice())
    }
}

extension ConfigurationNode {
    /// A list of words.
    package func strings() throws(ConfigurationError) -> [String] {
        try sequence().map { (item) throws(ConfigurationError) in try item.string() }
    }

    /// A time of more than nothing.
    package func positiveDuration() throws(ConfigurationError) -> Duration {
        let value = try duration()
        guard value > .zero else { throw fault("has to be longer than nothing") }
        return value
    }
}
