/// What a number of a report counts, and how people read it.
enum Quantity: Sendable, Hashable {
    case seconds
    case bytes
    case count
    /// Bit/s.
    case rate

    /// The number with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .seconds: Figures.seconds(value)
        case .bytes: Figures.bytes(Int(value.rounded()))
        case .count: String(Int(value.rounded()))
        case .rate: Figures.rate(value)
        }
    }

    /// A unit of an axis.
    struct Unit: Sendable, Hashable {
        /// Empty for counts.
        var name: String
        /// What one of it is, in the quantity's own unit.
        var size: Double
    }

    /// The unit in which numbers up to `largest` have few digits.
    func unit(upTo largest: Double) -> Unit {
        let fitting = units.last { largest >= $0.least }
        return fitting?.unit ?? units[0].unit
    }

    private var units: [(unit: Unit, least: Double)] {
        switch self {
        case .seconds:
            [
                (Unit(name: "ms", size: 0.001), 0), (Unit(name: "s", size: 1), 1),
                (Unit(name: "min", size: 60), 600), (Unit(name: "h", size: 3600), 36_000),
            ]
        case .bytes:
            [
                (Unit(name: "B", size: 1), 0), (Unit(name: "kB", size: 1e3), 2e3),
                (Unit(name: "MB", size: 1e6), 2e6), (Unit(name: "GB", size: 1e9), 2e9),
            ]
        case .count: [(Unit(name: "", size: 1), 0)]
        case .rate:
            [
                (Unit(name: "bit/s", size: 1), 0), (Unit(name: "kbit/s", size: 1e3), 2e3),
                (Unit(name: "Mbit/s", size: 1e6), 2e6), (Unit(name: "Gbit/s", size: 1e9), 2e9),
            ]
        }
    }
}
