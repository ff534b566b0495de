internal import Foundation
internal import LinkModel

/// Sabre's networks: a JSON list of periods that repeat.
enum SabreFormat {
    private struct Period: Codable {
        var duration_ms: Double
        var bandwidth_kbps: Double
        var latency_ms: Double?
    }

    /// - Throws: ``TraceError``.
    static func read(_ bytes: [UInt8]) throws(TraceError) -> RateTrace {
        let periods: [Period]
        do {
            periods = try JSONDecoder().decode([Period].self, from: Data(bytes))
        } catch {
            throw TraceError(
                JSONFault.sentence(
                    error,
                    expected: "a list of periods with duration_ms, bandwidth_kbps and latency_ms"))
        }
        var read: [RateTrace.Period] = []
        for (index, period) in periods.enumerated() {
            guard let length = exact(period.duration_ms, 1e6),
                let rate = exact(period.bandwidth_kbps, 1e3),
                let latency = exact(period.latency_ms ?? 0, 1e6)
            else {
                throw TraceError(
                    "period \(index + 1) has a number that is negative or beyond all links")
            }
            read.append(
                RateTrace.Period(
                    length: .nanoseconds(length), bitsPerSecond: rate,
                    delay: period.latency_ms == nil ? nil : .nanoseconds(latency)))
        }
        return try RateTrace(read)
    }

    static func write(_ trace: RateTrace) -> String {
        let periods = trace.periods.map { period in
            let length = number(period.length.wholeNanoseconds, over: 1_000_000)
            let rate = number(period.bitsPerSecond, over: 1_000)
            let latency = number((period.delay ?? .zero).wholeNanoseconds, over: 1_000_000)
            return "  {\"duration_ms\": \(length), \"bandwidth_kbps\": \(rate), "
                + "\"latency_ms\": \(latency)}"
        }
        return "[\n" + periods.joined(separator: ",\n") + "\n]\n"
    }

    /// A number times a power of ten, rounded; nil when it is negative or out of all range.
    static func exact(_ value: Double, _ scale: Double) -> Int? {
        guard value >= 0, value * scale < 1e18 else { return nil }
        return Int((value * scale).rounded())
    }

    private static func number(_ value: Int, over divisor: Int) -> String {
        decimalText(value, over: divisor)
    }
}

/// Says what is wrong with JSON in one sentence.
enum JSONFault {
    static func sentence(_ error: any Error, expected: String) -> String {
        switch error as? DecodingError {
        case .keyNotFound(let key, let context):
            "\(place(context))'\(key.stringValue)' is missing; the file has to be \(expected)"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(place(context))the value has another type; the file has to be \(expected)"
        default: "the file cannot be parsed; it has to be \(expected)"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        let path = context.codingPath.map { $0.intValue.map { "item \($0 + 1)" } ?? $0.stringValue }
        return path.isEmpty ? "" : "\(path.joined(separator: ", ")): "
    }
}
