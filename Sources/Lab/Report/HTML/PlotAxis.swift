/// An axis of a plot: from where to where, in which unit, with a few round marks.
struct PlotAxis: Sendable, Hashable {
    struct Tick: Sendable, Hashable {
        var value: Double
        var label: String
    }

    var name: String
    let quantity: Quantity
    let unit: Quantity.Unit
    /// In the quantity's own unit.
    let range: ClosedRange<Double>
    let ticks: [Tick]

    /// Few enough for labels not to touch.
    private static let mostTicks = 7

    /// An axis that shows all of `values`, with round ends; one value gets some room around it.
    /// - Parameters:
    ///   - margin: room before the first and behind the last tick, in steps.
    ///   - isTight: the axis ends where the values do, not at the next tick.
    init(
        _ name: String, _ quantity: Quantity, showing values: ClosedRange<Double>,
        margin: Double = 0, isTight: Bool = false
    ) {
        self.name = name
        self.quantity = quantity
        let unit = quantity.unit(upTo: max(abs(values.lowerBound), abs(values.upperBound)))
        self.unit = unit
        var (low, high) = (values.lowerBound / unit.size, values.upperBound / unit.size)
        if high <= low {
            let room = quantity == .count ? 1 : max(abs(high) / 10, 1)
            (low, high) = (max(low - room, min(low, 0)), high + room)
        }
        let step = Self.step(over: high - low, of: quantity)
        let (first, last) = ((low / step).rounded(.down), (high / step).rounded(.up))
        let whole = (first - margin) * step * unit.size...(last + margin) * step * unit.size
        let range = isTight ? low * unit.size...high * unit.size : whole
        self.range = range
        ticks = (Int(first)...Int(last)).map { index in
            let value = Double(index) * step
            return Tick(value: value * unit.size, label: Self.label(value, step: step))
        }.filter { !isTight || range.contains($0.value) }
    }

    /// `time (s)`.
    var title: String { unit.name.isEmpty ? name : "\(name) (\(unit.name))" }

    /// Where a value lies, 0 at the start of the axis and 1 at its end.
    func position(of value: Double) -> Double {
        (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    }

    /// The distance between ticks, in the quantity's own unit.
    var step: Double { ticks.count > 1 ? ticks[1].value - ticks[0].value : 1 }

    /// The least of 1, 2, 5, 10, … that needs no more than ``mostTicks``.
    private static func step(over span: Double, of quantity: Quantity) -> Double {
        var decade = quantity == .count ? 1.0 : 1e-6
        while true {
            for factor in [1.0, 2, 5]
            where span / (decade * factor) <= Double(mostTicks - 1) {
                return decade * factor
            }
            decade *= 10
        }
    }

    /// With as many decimals as the step has.
    private static func label(_ value: Double, step: Double) -> String {
        var places = 0
        var scale = 1.0
        while places < 6, abs((step * scale).rounded() - step * scale) > 1e-9 {
            places += 1
            scale *= 10
        }
        let scaled = Int((abs(value) * scale).rounded())
        let sign = value < 0 && scaled != 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(Int(scale) + scaled % Int(scale)).dropFirst()
        return "\(sign)\(scaled / Int(scale)).\(fraction)"
    }
}
