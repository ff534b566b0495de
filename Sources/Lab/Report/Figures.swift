/// Quantities as people read them: three digits and a unit.
package enum Figures {
    /// `953 B`, `12.3 kB`, `1.03 MB` (powers of 1000).
    package static func bytes(_ count: Int) -> String {
        scaled(Double(count), ["B", "kB", "MB", "GB", "TB"])
    }

    /// `229 kbit/s`, `38.2 Mbit/s`.
    package static func rate(_ bitsPerSecond: Double) -> String {
        scaled(bitsPerSecond, ["bit/s", "kbit/s", "Mbit/s", "Gbit/s"])
    }

    /// `87.4 s`, `0.612 s`.
    package static func seconds(_ seconds: Double) -> String {
        "\(digits(seconds)) s"
    }

    /// `87.4 s`, `3.91 ms`, `12.0 µs`: what a machine took.
    package static func time(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        if seconds >= 1 { return self.seconds(seconds) }
        let isLong = seconds >= 0.001
        return "\(digits(seconds * (isLong ? 1e3 : 1e6))) \(isLong ? "ms" : "µs")"
    }

    /// `4.1`, `0.24`, `37`: how many times as much, in two significant digits or all before the point.
    package static func ratio(_ ratio: Double) -> String {
        let places = abs(ratio) >= 9.95 ? 0 : abs(ratio) >= 0.995 ? 1 : 2
        let scale = places == 0 ? 1 : places == 1 ? 10 : 100
        let scaled = Int((abs(ratio) * Double(scale)).rounded())
        let sign = ratio < 0 && scaled != 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        return "\(sign)\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
    }

    private static func scaled(_ value: Double, _ units: [String]) -> String {
        var value = value
        var unit = 0
        while abs(value) >= 999.5, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(Int(value.rounded())) \(units[0])" : "\(digits(value)) \(units[unit])"
    }

    /// Three significant digits, all digits of larger numbers.
    private static func digits(_ value: Double) -> String {
        let places =
            abs(value) >= 99.95 ? 0 : abs(value) >= 9.995 ? 1 : abs(value) >= 0.9995 ? 2 : 3
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = Int((abs(value) * scale).rounded())
        let sign = value < 0 && scaled != 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(scaled)" }
        let fraction = String(Int(scale) + scaled % Int(scale)).dropFirst()
        return "\(sign)\(scaled / Int(scale)).\(fraction)"
    }
}
