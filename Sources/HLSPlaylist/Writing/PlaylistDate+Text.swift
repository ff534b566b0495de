extension PlaylistDate {
    private static let secondsPerDay = 86_400

    /// `YYYY-MM-DDThh:mm:ss[.fraction]Z`; nil for what is not in the years 0 to 9999.
    static func text(_ sinceEpoch: Duration) -> String? {
        let (whole, attoseconds) = sinceEpoch.components
        // Thrice the time there are years for, so that nothing below overflows.
        guard (-1_000_000_000_000...1_000_000_000_000).contains(whole) else { return nil }
        let isBelow = attoseconds < 0
        let seconds = Int(whole) - (isBelow ? 1 : 0)
        let fraction = (attoseconds + (isBelow ? 1_000_000_000_000_000_000 : 0)) / 1_000_000_000
        let days = Int((Double(seconds) / Double(secondsPerDay)).rounded(.down))
        let (year, month, day) = civil(daysSinceEpoch: days)
        guard (0...9_999).contains(year) else { return nil }
        let ofDay = seconds - days * secondsPerDay
        let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let minutes = "\(padded(ofDay / 3_600, 2)):\(padded(ofDay / 60 % 60, 2))"
        let second = padded(ofDay % 60, 2) + Decimal.text(billionths: fraction).dropFirst()
        return "\(date)T\(minutes):\(second)Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    /// Civil from days: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func civil(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSinceEpoch + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
