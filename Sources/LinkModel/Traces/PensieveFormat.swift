/// Pensieve's network traces: lines of seconds and Mbit/s, with white space between them.
///
/// As its simulator reads them (`sim/env.py` of Pensieve): the rate of a line holds from the line
/// before it up to its own time, the rate of the first line never does, and after the last line
/// the trace begins anew.
package enum PensieveFormat {
    /// - Throws: ``TraceError`` with the line at which it is none.
    package static func read(_ bytes: [UInt8]) throws(TraceError) -> RateTrace {
        var periods: [RateTrace.Period] = []
        var last: Int?
        for line in try TraceLines(bytes).lines {
            let words = line.text.split { $0.isWhitespace }
            guard words.count == 2, let time = words[0].decimal(times: 1_000_000_000),
                let rate = words[1].decimal(times: 1_000_000)
            else {
                throw TraceError(
                    line: line.number,
                    "'\(line.text.prefix(40))' is not two numbers; a line has seconds and Mbit/s")
            }
            if let last {
                guard time > last else {
                    throw TraceError(
                        line: line.number,
                        "the time \(words[0]) s is not after that of the line before; sort the lines"
                    )
                }
                periods.append(
                    RateTrace.Period(length: .nanoseconds(time - last), bitsPerSecond: rate))
            }
            last = time
        }
        guard !periods.isEmpty else {
            throw TraceError("the trace has one line; it needs two, the first one is its beginning")
        }
        return try RateTrace(periods)
    }

    package static func write(_ trace: RateTrace) -> String {
        var text = ""
        var time = 0
        func add(_ rate: Int) {
            text +=
                "\(decimalText(time, over: 1_000_000_000)) \(decimalText(rate, over: 1_000_000))\n"
        }
        add(trace.periods.first?.bitsPerSecond ?? 0)
        for period in trace.periods {
            time += period.length.wholeNanoseconds
            add(period.bitsPerSecond)
        }
        return text
    }
}
