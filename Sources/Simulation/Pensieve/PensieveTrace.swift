/// A network trace as Pensieve's simulator walks it.
///
/// The rate of an entry holds from the time of the one before it up to its own; the rate of the first
/// entry never does; behind the last one the trace begins anew. Rates and times are floating point, as
/// there: ``LinkModel/PensieveFormat`` reads the same files for links that count bits.
package struct PensieveTrace: Sendable, Hashable {
    /// In seconds.
    let times: [Double]
    /// In Mbit/s.
    let rates: [Double]

    /// Why a text is no trace.
    package struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        package var line: Int
        package var reason: String

        package var description: String { "line \(line): \(reason)" }
    }

    /// Lines of seconds and Mbit/s, with white space between them.
    /// - Throws: ``Problem`` with the line at which it is none.
    package init(parsing text: String) throws(Problem) {
        var times: [Double] = []
        var rates: [Double] = []
        for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count == 2, let time = Double(words[0]), let rate = Double(words[1]) else {
                throw Problem(line: index + 1, reason: "a line has seconds and Mbit/s")
            }
            guard time > times.last ?? -.infinity, rate >= 0, rate.isFinite, time.isFinite else {
                throw Problem(line: index + 1, reason: "times rise, rates are not negative")
            }
            times.append(time)
            rates.append(rate)
        }
        guard times.count > 1, rates.dropFirst().contains(where: { $0 > 0 }) else {
            throw Problem(line: times.count, reason: "the trace never carries anything")
        }
        self.times = times
        self.rates = rates
    }
}
