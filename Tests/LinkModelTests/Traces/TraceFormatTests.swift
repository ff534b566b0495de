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

@Suite struct `A recording` {
    private static func random(_ seed: UInt64) throws -> RateTrace {
        var random = StableRandom(seed: seed)
        let periods = (0..<20).map { _ in
            RateTrace.Period(
                length: .microseconds(Int(1 + random.below(90_000_000))),
                bitsPerSecond: Int(1 + random.below(1_000_000_000)),
                delay: .microseconds(Int(random.below(600_000))),
                loss: Probability(partsPerBillion: Int(random.below(1_000_000_001))))
        }
        return try RateTrace(periods)
    }

    @Test(arguments: 1...20)
    func `survives CSV as it is`(seed: UInt64) throws {
        let trace = try Self.random(seed)
        #expect(try CSVFormat.read(Array(CSVFormat.write(trace).utf8)) == trace)
    }

    @Test(arguments: 1...20)
    func `survives Pensieve's format with its rates`(seed: UInt64) throws {
        let trace = try Self.random(seed)
        let back = try PensieveFormat.read(Array(PensieveFormat.write(trace).utf8))
        #expect(back.periods.map(\.length) == trace.periods.map(\.length))
        #expect(back.periods.map(\.bitsPerSecond) == trace.periods.map(\.bitsPerSecond))
    }

    @Test func `plays as the timeline of a profile and comes back`() throws {
        let trace = try Self.random(5)
        var profile = LinkProfile.plain()
        profile.play(trace, repeats: true)
        #expect(profile.stepsRepeat)
        #expect(profile.steps.map(\.up.delay) == trace.periods.map { $0.delay ?? .zero })
        #expect(try profile.rateTrace() == trace)
    }

    @Test func `of bytes at random is read or refused, never anything else`() {
        var random = StableRandom(seed: 77)
        let alphabet = Array("0123456789.,-+eE \n\tx[]=;#durationseatkb/%\u{FF}".utf8)
        for _ in 0..<3_000 {
            let bytes = (0..<Int(random.below(60))).map { _ in
                alphabet[Int(random.below(UInt64(alphabet.count)))]
            }
            _ = try? MahimahiFormat.read(bytes)
            _ = try? PensieveFormat.read(bytes)
            // Whichever way it ends, it ends.
            _ = try? CSVFormat.read(Array("duration s,rate kbit/s\n".utf8) + bytes)
            _ = try? ConnectivityFormat.read(Array("[a]\n".utf8) + bytes)
        }
    }

    @Test func `is not read beyond its limits`() {
        let lines = Array(repeating: UInt8(ascii: "\n"), count: 2_000_001)
        let error = #expect(throws: TraceError.self) { try MahimahiFormat.read(lines) }
        #expect(error?.line == 2_000_001)
        let large = Array(repeating: UInt8(ascii: "1"), count: 16 << 20 + 1)
        #expect(throws: TraceError.self) { try PensieveFormat.read(large) }
        let binary = #expect(throws: TraceError.self) { try CSVFormat.read([0xFF, 0xFE]) }
        #expect(binary?.message == "the file is not UTF-8 text; write it as text")
    }
}

@Suite struct `A connectivity file of WebPageTest` {
    private static let text = """
        ; comments are skipped
        [Cable]
        label="Cable (5/1 Mbps 28ms RTT)"
        bwIn=5000000
        bwOut=1000000
        latency=28
        plr=0
        timeout=30

        [Lossy]
        bwIn=0
        bwOut=400000
        latency=401
        plr=1.5
        """

    @Test func `has a link in each section, half of the round trip each way`() throws {
        let presets = try ConnectivityFormat.read(Array(Self.text.utf8))
        #expect(
            presets == [
                LinkPreset(
                    name: "Cable (5/1 Mbps 28ms RTT)", down: 5_000_000, up: 1_000_000,
                    downDelay: 14_000_000, upDelay: 14_000_000),
                LinkPreset(
                    name: "Lossy", down: nil, up: 400_000, downDelay: 200_500_000,
                    upDelay: 200_500_000, downLoss: Probability(partsPerBillion: 15_000_000),
                    upLoss: Probability(partsPerBillion: 15_000_000)),
            ])
    }

    @Test func `is written as it is read`() throws {
        let preset = try ConnectivityFormat.read(Array(Self.text.utf8))[0]
        let text = ConnectivityFormat.write(preset, section: "Cable")
        #expect(try ConnectivityFormat.read(Array(text.utf8)) == [preset])
    }

    static let broken: [(String, Int, String)] = [
        ("bwIn=1\n", 1, "'bwIn=1' is neither a section in brackets nor 'key=value' in one"),
        ("[a]\nbwIn=1\nbwOut=1\n", 1, "section 'a' has no 'latency'; add it"),
        (
            "\n[a]\nbwIn=-1\nbwOut=1\nlatency=1\n", 2,
            "section 'a' has bwIn=-1, which is no number in its range"
        ),
    ]

    @Test(arguments: broken)
    func `is refused with its line`(text: String, line: Int, message: String) {
        let error = #expect(throws: TraceError.self) {
            try ConnectivityFormat.read(Array(text.utf8))
        }
        #expect(error == TraceError(line: line, message))
    }
}

@Suite struct `The mean of a loss` {
    static let means: [(LinkLoss, Int)] = [
        (.none, 0), (.independent(.percent(2), correlation: .percent(50)), 20_000_000),
        (.pattern([true, false, false, false]), 250_000_000), (.pattern([]), 0),
        (
            .gilbertElliott(
                LinkLoss.GilbertElliott(
                    toBad: .percent(1), toGood: .percent(10), lossInBad: .percent(70),
                    lossInGood: .percent(0.1))), 64_545_454
        ),
        (
            .fourState(
                LinkLoss.FourState(
                    p13: .percent(1), p31: .percent(20), p32: .never, p23: .always, p14: .never)),
            47_619_047
        ),
    ]

    @Test(arguments: means)
    func `is that of the long run`(loss: LinkLoss, partsPerBillion: Int) {
        #expect(loss.mean.partsPerBillion == partsPerBillion)
    }
}
