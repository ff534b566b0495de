internal import LinkModel

/// In what a figure of `summary.json` is counted, and how a bound on it is written.
enum FigureUnit: Sendable, Hashable {
    case seconds, bytes, bitsPerSecond
    /// Whole things.
    case count
    /// A score.
    case number

    /// A bound as a scenario file has it.
    /// - Throws: ``ConfigurationError`` that says which unit it has to have.
    func amount(_ node: ConfigurationNode) throws(ConfigurationError) -> Double {
        switch self {
        case .seconds: return try node.duration() / .seconds(1)
        case .bytes: return Double(try node.bytes())
        case .bitsPerSecond:
            let rate = try node.rate(mayBeZero: true)
            guard case .bitsPerSecond(let bits) = rate else {
                throw node.fault("has to be a rate as in '\(UnitTable.rate.example)'")
            }
            return Double(bits)
        case .count:
            let text = try node.string()
            guard Int(text) != nil else {
                throw node.fault("is '\(text)', not a whole number; it has no unit")
            }
            return Double(try node.integer(in: 0...Int(Int32.max)))
        case .number: return try node.number(in: -1e12...1e12)
        }
    }

    /// A regular expression for such a bound.
    var pattern: String {
        switch self {
        case .seconds: UnitTable.duration.pattern
        case .bytes: UnitTable.bytes.pattern
        case .bitsPerSecond: UnitTable.rate.pattern
        case .count: "[0-9]+"
        case .number: "-?[0-9]+(\\.[0-9]+)?"
        }
    }

    /// A value, exact to a thousandth, with its unit.
    func text(_ value: Double) -> String {
        let thousandths = (value * 1_000).rounded() / 1_000
        let isWhole = thousandths == thousandths.rounded() && abs(thousandths) < 1e15
        let number = isWhole ? String(Int(thousandths)) : String(thousandths)
        return number + suffix
    }

    private var suffix: String {
        switch self {
        case .seconds: " s"
        case .bytes: " B"
        case .bitsPerSecond: " bit/s"
        case .count, .number: ""
        }
    }
}
