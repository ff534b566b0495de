import LinkModel
import Testing

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
