/// A moment as a playlist writes it: ISO/IEC 8601, such as `2026-05-01T12:30:00.5+02:00`.
public struct PlaylistDate: Sendable, Hashable {
    /// As the playlist wrote it.
    public var text: String

    /// Takes the text as it is, a date or not.
    public init(text: String) {
        self.text = text
    }

    /// A moment in UTC, with as many digits of the second as it has; what is below a nanosecond is
    /// left out.
    /// - Parameter sinceEpoch: time since 1970-01-01T00:00:00Z without leap seconds.
    /// - Returns: nil for what is not in the years 0 to 9999.
    public init?(sinceEpoch: Duration) {
        guard let text = Self.text(sinceEpoch) else { return nil }
        self.text = text
    }

    /// Time since 1970-01-01T00:00:00Z without leap seconds; nil when the text is no date. A date
    /// without a zone is taken as UTC.
    public var sinceEpoch: Duration? {
        Self.sinceEpoch(Array(text.utf8)[...])
    }
}

extension PlaylistDate {
    /// YYYY-MM-DDThh:mm[:ss[.fraction]][Z|±hh[:]mm]
    static func sinceEpoch(_ bytes: ArraySlice<UInt8>) -> Duration? {
        var reader = DigitReader(bytes)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
            reader.skip("-"), let day = reader.digits(2), (1...12).contains(month),
            (1...daysIn(month, year)).contains(day)
        else { return nil }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" ") else { return nil }
        guard let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2),
            hour < 25, minute < 60
        else { return nil }
        var second = 0
        var nanoseconds = 0
        if reader.skip(":") {
            guard let value = reader.digits(2), value < 61 else { return nil }
            second = value
            if reader.skip(".") || reader.skip(",") {
                guard let fraction = reader.fraction() else { return nil }
                nanoseconds = fraction
            }
        }
        guard let offset = reader.zone(), reader.isAtEnd else { return nil }
        let days = daysSinceEpoch(year, month, day)
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }

    /// How a text that ``sinceEpoch(_:)`` can read is written.
    enum Form {
        case full
        /// The zone is missing, which the specification advises to write.
        case withoutZone
        /// Something else than a `T` is between date and time, or else than a `Z` at the end.
        case loose
    }

    static func form(of bytes: ArraySlice<UInt8>) -> Form {
        let digitsOfDate = 10
        guard let last = bytes.last, bytes.count > digitsOfDate,
            bytes[bytes.startIndex + digitsOfDate] == UInt8(ascii: "T"), last != UInt8(ascii: "z")
        else { return .loose }
        let hasZone =
            last == UInt8(ascii: "Z")
            || bytes.dropFirst(digitsOfDate).contains {
                $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
            }
        return hasZone ? .full : .withoutZone
    }

    private static func daysIn(_ month: Int, _ year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from civil: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Reads the fields of a date.
private struct DigitReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard byte.isDigit else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(count)
        return value
    }

    /// Nanoseconds; further digits are dropped.
    mutating func fraction() -> Int? {
        let text = rest.prefix { $0.isDigit }
        guard !text.isEmpty else { return nil }
        rest.removeFirst(text.count)
        var value = 0
        for index in 0..<9 {
            let digit = index < text.count ? Int(text[text.startIndex + index] - 48) : 0
            value = value * 10 + digit
        }
        return value
    }

    /// Minutes east of UTC.
    mutating func zone() -> Int? {
        if isAtEnd || skip("Z") || skip("z") { return 0 }
        let sign = skip("-") ? -1 : (skip("+") ? 1 : 0)
        guard sign != 0, let hours = digits(2) else { return nil }
        _ = skip(":")
        let minutes = isAtEnd ? 0 : digits(2)
        return minutes.map { sign * (hours * 60 + $0) }
    }
}
