import LinkModel
import Testing

@Suite struct `A Mahimahi trace` {
    @Test func `is read and written as it is`() throws {
        let text = "0\n3\n3\n10\n"
        let trace = try MahimahiFormat.read(Array(text.utf8))
        #expect(trace.milliseconds == [0, 3, 3, 10])
        #expect(trace.period == .milliseconds(10))
        #expect(MahimahiFormat.write(trace) == text)
    }

    /// One full frame of 12,112 bits in each opportunity.
    @Test(arguments: [240_000, 1_600_000, 9_000_000, 50_000_000])
    func `has the rate that it was made of`(rate: Int) throws {
        let made = try MahimahiFormat.opportunities(
            RateTrace([RateTrace.Period(length: .seconds(60), bitsPerSecond: rate)]))
        #expect(made.period == .seconds(60))
        #expect(abs(made.meanBitsPerSecond - rate) <= 2 * 12_112 / 60)
    }

    @Test func `follows a timeline and stops where nothing passes`() throws {
        let made = try MahimahiFormat.opportunities(
            RateTrace([
                RateTrace.Period(length: .milliseconds(10), bitsPerSecond: 12_112_000),
                RateTrace.Period(length: .milliseconds(10), bitsPerSecond: 0),
                RateTrace.Period(length: .milliseconds(10), bitsPerSecond: 6_056_000),
            ]))
        #expect(made.milliseconds == Array(1...10) + [22, 24, 26, 28, 30])
    }

    static let broken: [(String, Int?, String)] = [
        (
            "1\n2\nx\n", 3,
            "'x' is no time; a Mahimahi trace has a whole number of milliseconds on each line"
        ),
        ("5\n4\n", 2, "4 ms come after 5 ms; sort the lines"),
        ("0\n", nil, "the trace ends at 0 ms; its last line has to be more, it is its length"),
        ("", nil, "the file is empty; it needs a line at least"),
        ("9999999999999\n", 1, "9999999999999 ms are more than 30 days; cut it"),
    ]

    @Test(arguments: broken)
    func `is refused with its line`(text: String, line: Int?, message: String) {
        let error = #expect(throws: TraceError.self) { try MahimahiFormat.read(Array(text.utf8)) }
        #expect(error == TraceError(line: line, message))
    }
}

@Suite struct `A Pensieve trace` {
    @Test func `has the rate of a line up to its time`() throws {
        let trace = try PensieveFormat.read(Array("0.0 9\n1.5\t4.03\n\n4 0\n".utf8))
        #expect(
            trace.periods == [
                RateTrace.Period(length: .milliseconds(1_500), bitsPerSecond: 4_030_000),
                RateTrace.Period(length: .milliseconds(2_500), bitsPerSecond: 0),
            ])
    }

    @Test func `may have its numbers as numpy writes them`() throws {
        let trace = try PensieveFormat.read(
            Array("0.000000000000000000e+00 1e0\n1.0e+00 2.5e-01\n".utf8))
        #expect(trace.periods == [RateTrace.Period(length: .seconds(1), bitsPerSecond: 250_000)])
    }

    static let broken: [(String, Int?, String)] = [
        ("0 1\n1\n", 2, "'1' is not two numbers; a line has seconds and Mbit/s"),
        ("0 1\n1 -2\n", 2, "'1 -2' is not two numbers; a line has seconds and Mbit/s"),
        ("0 1\n1 nan\n", 2, "'1 nan' is not two numbers; a line has seconds and Mbit/s"),
        ("2 1\n2 1\n", 2, "the time 2 s is not after that of the line before; sort the lines"),
        ("0 1\n", nil, "the trace has one line; it needs two, the first one is its beginning"),
        ("0 1\n1 0\n", nil, "nothing ever passes in the recording; a rate has to be more than 0"),
        (
            "0 1\n9999999 1\n", nil,
            "period 1 lasts 9999999.0 seconds; it has to last more than nothing and at most 30 days"
        ),
    ]

    @Test(arguments: broken)
    func `is refused with its line`(text: String, line: Int?, message: String) {
        let error = #expect(throws: TraceError.self) { try PensieveFormat.read(Array(text.utf8)) }
        #expect(error == TraceError(line: line, message))
    }
}

@Suite struct `A CSV recording` {
    @Test func `has its units in its first line`() throws {
        let trace = try CSVFormat.read(
            Array("duration s,rate kB/s,rtt ms,loss %\n30,625,150,0.5\n1.5,0,0,0\n".utf8))
        #expect(
            trace.periods == [
                RateTrace.Period(
                    length: .seconds(30), bitsPerSecond: 5_000_000, delay: .milliseconds(75),
                    loss: Probability(partsPerBillion: 5_000_000)),
                RateTrace.Period(
                    length: .milliseconds(1_500), bitsPerSecond: 0, delay: .zero, loss: .never),
            ])
    }

    @Test func `may have times in place of durations`() throws {
        let trace = try CSVFormat.read(Array("time ms,rate Mbit/s\n0,1\n250,2\n1000,3\n".utf8))
        #expect(trace.periods.map(\.length) == [250, 750, 750].map { .milliseconds($0) })
    }

    static let broken: [(String, Int?, String)] = [
        (
            "duration s,speed\n", 1,
            "unknown column 'speed'; known are 'time', 'duration', 'rate', 'delay', 'rtt', 'loss', "
                + "each with its unit as in 'rate kbit/s'"
        ),
        (
            "duration s,rate\n1,1\n", 1,
            "the column 'rate' needs a unit: 'rate bit/s', 'rate kbit/s', 'rate Mbit/s', "
                + "'rate kB/s', 'rate MB/s'"
        ),
        ("duration s,delay ms\n", 1, "there is no column 'rate'; add 'rate kbit/s'"),
        ("rate kbit/s\n", 1, "there has to be either a column 'duration s' or one 'time s'"),
        ("duration s,rate kbit/s,rate bit/s\n", 1, "the column 'rate' is there twice"),
        ("duration s,rate kbit/s,rtt ms,delay ms\n", 1, "'delay' and 'rtt' say the same; keep one"),
        ("duration s,rate kbit/s\n1\n", 2, "the row has 1 values; the first line names 2"),
        (
            "duration s,rate kbit/s\n1,fast\n", 2,
            "'rate' is 'fast'; it has to be a number that is not negative"
        ),
        (
            "duration s,rate kbit/s,loss %\n1,1,101\n", 2,
            "'loss' is '101'; it has to be a number that is not negative, at most 100"
        ),
        (
            "time s,rate kbit/s\n1,1\n1,1\n", 3,
            "the time is not after that of the row before; sort the rows"
        ),
        ("duration s,rate kbit/s\n", nil, "the recording has no periods; it needs one at least"),
    ]

    @Test(arguments: broken)
    func `is refused with its line`(text: String, line: Int?, message: String) {
        let error = #expect(throws: TraceError.self) { try CSVFormat.read(Array(text.utf8)) }
        #expect(error == TraceError(line: line, message))
    }
}
