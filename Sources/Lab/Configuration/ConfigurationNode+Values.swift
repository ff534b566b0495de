package import LinkModel

extension ConfigurationNode {
    /// The value as a whole number without a unit, within `range`.
    package func integer(in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        let text = try string()
        guard let value = Int(text) else { throw fault("is '\(text)', not a whole number") }
        return try require(value, in: range, text)
    }

    /// The value as a decimal number without a unit, within `range`.
    package func number(in range: ClosedRange<Double>) throws(ConfigurationError) -> Double {
        let text = try string()
        guard let value = Double(text), value.isFinite else {
            throw fault("is '\(text)', not a number")
        }
        return try require(value, in: range, text)
    }

    /// `true` or `false`.
    package func boolean() throws(ConfigurationError) -> Bool {
        switch try string() {
        case "true": return true
        case "false": return false
        case let text: throw fault("is '\(text)', not 'true' or 'false'")
        }
    }

    /// One of the words that the choice's cases are written as.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        of type: Choice.Type = Choice.self
    ) throws(ConfigurationError) -> Choice {
        let text = try string()
        if let choice = Choice(rawValue: text) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        let hint = NearestName.hint(for: text, in: words)
        let known = words.map { "'\($0)'" }.joined(separator: ", ")
        throw fault("is '\(text)', not one of \(known)\(hint)")
    }

    /// A rate such as `240 kbit/s`, or `unlimited`.
    ///
    /// - Parameter mayBeZero: whether nothing at all may pass, as in a step of a timeline.
    package func rate(mayBeZero: Bool = false) throws(ConfigurationError) -> LinkRate {
        let text = try string()
        if text == "unlimited" { return .unlimited }
        let value = try quantity(.rate)
        if value == 0, !mayBeZero {
            throw fault("is '\(text)'; write 'unlimited' for a link without a limit")
        }
        return .bitsPerSecond(value)
    }

    /// A time such as `400 ms`, at least 0 and at most `limit`.
    package func duration(
        atMost limit: Duration = .seconds(7 * 86_400)
    ) throws(ConfigurationError) -> Duration {
        let value = Duration.nanoseconds(try quantity(.duration))
        guard value <= limit else {
            throw fault("is '\(try string())'; at most \(limit.components.seconds) s are possible")
        }
        return value
    }

    /// A fraction such as `1 %`, at most `100 %`.
    package func probability() throws(ConfigurationError) -> Probability {
        let value = try quantity(.fraction)
        guard value <= Probability.always.partsPerBillion else {
            throw fault("is '\(try string())', which is more than 100 %")
        }
        return Probability(partsPerBillion: value)
    }

    /// A fraction such as `1 %` in parts per billion, also one above `100 %`.
    func fraction() throws(ConfigurationError) -> Int { try quantity(.fraction) }

    /// A number of packets such as `50 packets`, within `range`.
    package func packets(
        in range: ClosedRange<Int> = 1...1_000_000
    ) throws(ConfigurationError) -> Int {
        try require(try quantity(.packets), in: range, try string())
    }

    /// A number of bytes such as `64 KiB`, within `range`.
    package func bytes(in range: ClosedRange<Int> = 0...Int.max) throws(ConfigurationError) -> Int {
        try require(try quantity(.bytes), in: range, try string())
    }

    private func quantity(_ units: UnitTable) throws(ConfigurationError) -> Int {
        let text = try string()
        do {
            return try units.parse(text)
        } catch {
            throw fault(error.reason)
        }
    }

    private func require<Value: Comparable>(
        _ value: Value, in range: ClosedRange<Value>, _ text: String
    ) throws(ConfigurationError) -> Value {
        if value < range.lowerBound {
            throw fault("is '\(text)'; it has to be at least \(range.lowerBound)")
        }
        if value > range.upperBound {
            throw fault("is '\(text)'; it has to be at most \(range.upperBound)")
        }
        return value
    }
}
