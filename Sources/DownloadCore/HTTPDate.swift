/// An HTTP date (RFC 9110, section 5.6.7), in the form that servers send and the two obsolete ones
/// that a recipient must accept.
struct HTTPDate: Hashable {
    var secondsSince1970: Int

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
        guard words.count == 6 || words.count == 5 else { return nil }
        let isASCTime = words.count == 5
        let (day, month, year, time) =
            isASCTime
            ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
        guard let dayNumber = Int(day), (1...31).contains(dayNumber),
            let monthIndex = Self.months.firstIndex(of: month),
            let yearNumber = Self.year(year), let seconds = Self.seconds(ofDay: time),
            isASCTime || words[5] == "GMT"
        else { return nil }
        let days = Self.days(year: yearNumber, month: monthIndex + 1, day: dayNumber)
        secondsSince1970 = days * 86_400 + seconds
    }

    /// A two-digit year lies in 1970–2069: what RFC 9110 asks of a recipient, read for this century.
    private static func year(_ text: String) -> Int? {
        guard let number = Int(text), number >= 0 else { return nil }
        if text.utf8.count == 2 { return number < 70 ? 2000 + number : 1900 + number }
        return text.utf8.count == 4 ? number : nil
    }

    private static func seconds(ofDay text: String) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March, so
    /// that a leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}
