/// A time of day as HTTP writes it, to the second, in the proleptic Gregorian calendar and UTC.
package struct HTTPDate: Sendable, Hashable, Comparable {
    /// Since 1970-01-01 00:00:00 UTC.
    package var seconds: Int

    package init(seconds: Int) {
        self.seconds = seconds
    }

    /// Reads the preferred form (IMF-fixdate, RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    /// The two obsolete forms are nil: a condition that names one is taken as absent.
    package init?(parsing text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[5] == "GMT", words[0].last == ",",
            Self.weekdays.contains(String(words[0].dropLast())),
            let day = Self.number(words[1], digits: 2),
            let month = Self.months.firstIndex(of: String(words[2])),
            let year = Self.number(words[3], digits: 4)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = Self.number(clock[0], digits: 2),
            let minute = Self.number(clock[1], digits: 2),
            let second = Self.number(clock[2], digits: 2),
            (1...31).contains(day), hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(year: year, month: month + 1, day: day)
        self.init(seconds: days * 86_400 + hour * 3_600 + minute * 60 + second)
    }

    /// Bytes of ``text``, until the year 10000.
    static let textBytes = 29

    /// IMF-fixdate.
    package var text: String {
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - days * 86_400
        let (year, month, day) = Self.civil(days: days)
        // 1970-01-01 was a Thursday.
        let weekday = Self.weekdays[((days % 7) + 7 + 3) % 7]
        let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map { Self.padded($0, to: 2) }
        return "\(weekday), \(Self.padded(day, to: 2)) \(Self.months[month - 1]) "
            + "\(Self.padded(year, to: 4)) \(clock.joined(separator: ":")) GMT"
    }

    package static func < (one: HTTPDate, other: HTTPDate) -> Bool {
        one.seconds < other.seconds
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Days since 1970-01-01 (Hinnant, "chrono-compatible low-level date algorithms").
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The inverse of ``days(year:month:day:)``, from the same source.
    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
