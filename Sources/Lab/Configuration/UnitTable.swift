/// The units of one kind of quantity, and the reading of text like `240 kbit/s` in them.
struct UnitTable: Sendable {
    /// A value as a file should write it.
    let example: String
    /// Names with their size in the smallest unit, in the order in which messages list them.
    let units: [(name: String, size: Int)]
    /// Names that are read but not listed.
    let aliases: [String: String]

    init(example: String, units: [(name: String, size: Int)], aliases: [String: String] = [:]) {
        self.example = example
        self.units = units
        self.aliases = aliases
    }

    /// In bits per second.
    static let rate = UnitTable(
        example: "240 kbit/s",
        units: [
            ("bit/s", 1), ("kbit/s", 1_000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000),
        ])

    /// In nanoseconds.
    static let duration = UnitTable(
        example: "400 ms",
        units: [
            ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
            ("min", 60_000_000_000), ("h", 3_600_000_000_000),
        ],
        aliases: ["µs": "us"])

    /// In parts per billion.
    static let fraction = UnitTable(example: "1 %", units: [("%", 10_000_000)])

    static let packets = UnitTable(
        example: "50 packets", units: [("packets", 1)], aliases: ["packet": "packets"])

    static let bytes = UnitTable(
        example: "64 KiB",
        units: [
            ("B", 1), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10),
            ("MiB", 1 << 20), ("GiB", 1 << 30),
        ])

    /// Why a text is no quantity: the end of a sentence that begins with its key.
    struct Fault: Error, Hashable {
        let reason: String
    }

    /// Whether `unit` is one of them.
    func knows(_ unit: String) -> Bool {
        units.contains { $0.name == aliases[unit] ?? unit }
    }

    /// Reads a decimal number and a unit, with or without a space between them.
    ///
    /// - Returns: the value in the smallest unit, exactly.
    /// - Throws: ``Fault`` for everything else, also for values that are no whole number of the
    ///   smallest unit or do not fit into 64 bits.
    func parse(_ text: String) throws(Fault) -> Int {
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let rest = text.dropFirst(number.count)
        let unit = String(rest.drop { $0 == " " })
        if text.hasPrefix("-") { throw Fault(reason: "is '\(text)', which is negative") }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw Fault(reason: "is '\(text)', not a number with a unit as in '\(example)'")
        }
        if unit.isEmpty { throw Fault(reason: "needs a unit, \(choices), as in '\(example)'") }
        let known = aliases[unit] ?? unit
        guard let size = units.first(where: { $0.name == known })?.size else {
            let hint = NearestName.hint(for: unit, in: units.map(\.name))
            throw Fault(reason: "has the unknown unit '\(unit)', not \(choices)\(hint)")
        }
        return try value(text, parts, size)
    }

    private func value(
        _ text: String, _ parts: [Substring], _ size: Int
    ) throws(Fault) -> Int {
        let decimals = parts.count == 2 ? parts[1] : ""
        guard let mantissa = Int(parts[0] + decimals), decimals.count <= 18 else {
            throw Fault(reason: "is '\(text)', which has too many digits")
        }
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: size)
        if overflow { throw Fault(reason: "is '\(text)', which is too large") }
        let divisor = (0..<decimals.count).reduce(1) { power, _ in power * 10 }
        guard product.isMultiple(of: divisor) else {
            throw Fault(reason: "is '\(text)', which is finer than 1 \(smallest)")
        }
        return product / divisor
    }

    /// The smallest unit, for messages: fractions count in billionths.
    private var smallest: String {
        units.first { $0.size == 1 }?.name ?? "billionth"
    }

    /// `one of bit/s, kbit/s, Mbit/s or Gbit/s`, or the only unit's name.
    private var choices: String {
        let names = units.map(\.name)
        guard let last = names.last, names.count > 1 else { return "'\(names.joined())'" }
        return "one of \(names.dropLast().joined(separator: ", ")) or \(last)"
    }
}
