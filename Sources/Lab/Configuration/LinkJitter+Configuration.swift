internal import LinkModel

extension LinkJitter {
    private enum Shape: String, CaseIterable {
        case uniform
        case normal
        case pareto
        case paretonormal
        case table
    }

    private static let keys = ["amount", "distribution", "correlation", "table"]

    /// `15 ms`, or keys with values.
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        if node.isScalar {
            self.init(amount: try node.duration(atMost: LinkDirection.maximumDelay))
            return
        }
        let values = try node.mapping(keys: Self.keys)
        self.init(
            amount: try values.required("amount").duration(atMost: LinkDirection.maximumDelay),
            distribution: try Self.distribution(values),
            correlation: try values["correlation"]?.probability() ?? .never)
    }

    private static func distribution(
        _ values: ConfigurationMapping
    ) throws(ConfigurationError) -> Distribution {
        let table = values["table"]
        let shape: Shape =
            try values["distribution"]?.choice() ?? (table == nil ? .uniform : .table)
        if let table, shape != .table {
            throw table.fault("goes with 'distribution: table' only")
        }
        switch shape {
        case .uniform: return .uniform
        case .normal: return .normal
        case .pareto: return .pareto
        case .paretonormal: return .paretonormal
        case .table: return .table(try JitterTable(try values.required("table")))
        }
    }
}

extension JitterTable {
    /// A list of whole numbers, 8192 for the jitter's amount, as in the files of tc-netem(8).
    init(_ node: ConfigurationNode) throws(ConfigurationError) {
        let range = Int(Int16.min)...Int(Int16.max)
        let numbers = try node.sequence().map { (item) throws(ConfigurationError) in
            Int16(try item.integer(in: range))
        }
        guard let table = JitterTable(values: numbers) else {
            throw node.fault(
                "has \(numbers.count) values; 1 to \(JitterTable.maximumCount) are possible")
        }
        self = table
    }
}
