/// Mahimahi's packet-delivery traces: on each line a whole number of milliseconds at which 1500
/// bytes may pass (mahimahi(1), `mm-link`).
package enum MahimahiFormat {
    /// Reads a trace.
    ///
    /// - Throws: ``TraceError`` with the line at which it is none.
    package static func read(_ bytes: [UInt8]) throws(TraceError) -> DeliveryTrace {
        var milliseconds: [Int] = []
        for line in try TraceLines(bytes).lines {
            guard let value = Int(line.text), value >= 0 else {
                throw TraceError(
                    line: line.number,
                    "'\(line.text.prefix(40))' is no time; a Mahimahi trace has a whole number of "
                        + "milliseconds on each line")
            }
            guard value <= DeliveryTrace.maximumMilliseconds else {
                throw TraceError(line: line.number, "\(value) ms are more than 30 days; cut it")
            }
            if let last = milliseconds.last, value < last {
                throw TraceError(
                    line: line.number, "\(value) ms come after \(last) ms; sort the lines")
            }
            milliseconds.append(value)
        }
        guard let trace = DeliveryTrace(milliseconds: milliseconds) else {
            throw TraceError(
                "the trace ends at 0 ms; its last line has to be more, it is its length")
        }
        return trace
    }

    package static func write(_ trace: DeliveryTrace) -> String {
        var text = ""
        for time in trace.milliseconds { text += "\(time)\n" }
        return text
    }

    /// The opportunities that a recording's rates give: one in the millisecond in which the bits of
    /// another full frame are complete. An opportunity at the very end keeps the length.
    ///
    /// - Throws: ``TraceError`` when there would be more than a file may have lines.
    package static func opportunities(_ trace: RateTrace) throws(TraceError) -> DeliveryTrace {
        // Bits × 10^9, of which a rate of r bit/s does r in a nanosecond.
        let frame = Int128(Framing.fullFrame * 8) * 1_000_000_000
        var (milliseconds, start, work): ([Int], Int, Int128) = ([], 0, 0)
        for period in trace.periods {
            let (rate, length) = (Int128(period.bitsPerSecond), period.length.wholeNanoseconds)
            var used: Int128 = 0
            let available = rate * Int128(length)
            while work + available - used >= frame {
                used += frame - work
                work = 0
                let nanoseconds = start + Int((used + rate - 1) / rate)
                milliseconds.append((nanoseconds + 999_999) / 1_000_000)
                guard milliseconds.count < TraceLines.maximumLines else {
                    throw TraceError(
                        "the trace would have more than \(TraceLines.maximumLines) lines; export a "
                            + "slower or shorter profile")
                }
            }
            work += available - used
            start += length
        }
        let end = max(1, (start + 999_999) / 1_000_000)
        if milliseconds.last != end { milliseconds.append(end) }
        guard let made = DeliveryTrace(milliseconds: milliseconds) else {
            throw TraceError("the trace would be longer than 30 days; export a shorter profile")
        }
        return made
    }
}
