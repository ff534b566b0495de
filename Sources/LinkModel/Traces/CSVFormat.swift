/// Recorded links as comma-separated values. The first line names the columns with their units:
///
///     duration s,rate kbit/s,delay ms,loss %
///     30,5000,75,0
///
/// `duration` is how long the row holds; `time` in its place is when it begins, the last row then
/// holds as long as the one before it. `delay` is one way, each way; `rtt` in its place is halved.
/// `loss` is towards the engine.
package enum CSVFormat {
    private enum Quantity: String, CaseIterable {
        case time
        case duration
        case rate
        case delay
        case rtt
        case loss
    }

    private struct Column {
        var quantity: Quantity
        /// A unit in the smallest one: nanoseconds, bits per second, parts per billion.
        var scale: Int
    }

    private static let times = [("s", 1_000_000_000), ("ms", 1_000_000)]
    private static let rates = [
        ("bit/s", 1), ("kbit/s", 1_000), ("Mbit/s", 1_000_000), ("kB/s", 8_000),
        ("MB/s", 8_000_000),
    ]

    /// - Throws: ``TraceError`` with the line at which it is none.
    package static func read(_ bytes: [UInt8]) throws(TraceError) -> RateTrace {
        let lines = try TraceLines(bytes).lines
        let columns = try columns(lines[0])
        var rows: [[Quantity: Int]] = []
        for line in lines.dropFirst() { rows.append(try values(line, columns)) }
        let periods = try lengths(rows, lines).enumerated().map { index, length in
            RateTrace.Period(
                length: .nanoseconds(length), bitsPerSecond: rows[index][.rate] ?? 0,
                delay: delay(rows[index]),
                loss: rows[index][.loss].map(Probability.init(partsPerBillion:)))
        }
        return try RateTrace(periods)
    }

    package static func write(_ trace: RateTrace) -> String {
        let hasDelay = trace.periods.contains { $0.delay != nil }
        let hasLoss = trace.periods.contains { $0.loss != nil }
        var heads = ["duration s", "rate kbit/s"]
        if hasDelay { heads.append("delay ms") }
        if hasLoss { heads.append("loss %") }
        var text = heads.joined(separator: ",") + "\n"
        for period in trace.periods {
            var cells = [
                decimalText(period.length.wholeNanoseconds, over: 1_000_000_000),
                decimalText(period.bitsPerSecond, over: 1_000),
            ]
            if hasDelay {
                cells.append(decimalText((period.delay ?? .zero).wholeNanoseconds, over: 1_000_000))
            }
            if hasLoss {
                cells.append(decimalText(period.loss?.partsPerBillion ?? 0, over: 10_000_000))
            }
            text += cells.joined(separator: ",") + "\n"
        }
        return text
    }

    private static func delay(_ row: [Quantity: Int]) -> Duration? {
        (row[.delay] ?? row[.rtt].map { $0 / 2 }).map { .nanoseconds($0) }
    }

    private static func columns(_ head: TraceLines.Line) throws(TraceError) -> [Column] {
        var columns: [Column] = []
        for cell in head.text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = cell.split { $0.isWhitespace }
            guard let word = words.first, let quantity = Quantity(rawValue: String(word)) else {
                let known = Quantity.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                throw TraceError(
                    line: head.number,
                    "unknown column '\(cell.trimmed.prefix(40))'; known are \(known), each with its "
                        + "unit as in 'rate kbit/s'")
            }
            let units = units(quantity)
            guard words.count == 2, let unit = units.first(where: { $0.0 == words[1] }) else {
                let known = units.map { "'\(word) \($0.0)'" }.joined(separator: ", ")
                throw TraceError(
                    line: head.number,
                    "the column '\(cell.trimmed.prefix(40))' needs a unit: \(known)")
            }
            guard !columns.contains(where: { $0.quantity == quantity }) else {
                throw TraceError(line: head.number, "the column '\(word)' is there twice")
            }
            columns.append(Column(quantity: quantity, scale: unit.1))
        }
        try check(Set(columns.map(\.quantity)), head)
        return columns
    }

    private static func check(
        _ found: Set<Quantity>, _ head: TraceLines.Line
    ) throws(TraceError) {
        guard found.contains(.rate) else {
            throw TraceError(line: head.number, "there is no column 'rate'; add 'rate kbit/s'")
        }
        guard found.contains(.time) != found.contains(.duration) else {
            throw TraceError(
                line: head.number, "there has to be either a column 'duration s' or one 'time s'")
        }
        guard !found.isSuperset(of: [.delay, .rtt]) else {
            throw TraceError(line: head.number, "'delay' and 'rtt' say the same; keep one")
        }
    }

    private static func units(_ quantity: Quantity) -> [(String, Int)] {
        switch quantity {
        case .time, .duration, .delay, .rtt: times
        case .rate: rates
        case .loss: [("%", 10_000_000)]
        }
    }

    private static func values(
        _ line: TraceLines.Line, _ columns: [Column]
    ) throws(TraceError) -> [Quantity: Int] {
        let cells = line.text.split(separator: ",", omittingEmptySubsequences: false)
        guard cells.count == columns.count else {
            throw TraceError(
                line: line.number,
                "the row has \(cells.count) values; the first line names \(columns.count)")
        }
        var row: [Quantity: Int] = [:]
        for (cell, column) in zip(cells, columns) {
            let limit = column.quantity == .loss ? Probability.always.partsPerBillion : 1 << 60
            guard let value = cell.trimmed.decimal(times: column.scale, limit: limit) else {
                throw TraceError(
                    line: line.number,
                    "'\(column.quantity.rawValue)' is '\(cell.trimmed.prefix(40))'; it has to be a "
                        + "number that is not negative" + (limit < 1 << 60 ? ", at most 100" : ""))
            }
            row[column.quantity] = value
        }
        return row
    }

    /// How long each row holds, in nanoseconds.
    private static func lengths(
        _ rows: [[Quantity: Int]], _ lines: [TraceLines.Line]
    ) throws(TraceError) -> [Int] {
        guard rows.first?[.time] != nil else { return rows.compactMap { $0[.duration] } }
        guard rows.count > 1 else {
            throw TraceError("one row with a time has no length; use 'duration s' in place of it")
        }
        let times = rows.compactMap { $0[.time] }
        var lengths: [Int] = []
        for index in 1..<times.count {
            guard times[index] > times[index - 1] else {
                throw TraceError(
                    line: lines[index + 1].number,
                    "the time is not after that of the row before; sort the rows")
            }
            lengths.append(times[index] - times[index - 1])
        }
        return lengths + lengths.suffix(1)
    }
}
