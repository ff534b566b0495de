import Lab
import LinkModel
import Testing

@Suite struct `A quantity in a configuration file` {
    private func node(_ value: String) throws -> ConfigurationNode {
        let root = try ConfigurationDocument.parse("key: \(value)", file: "f.yaml")
        return try root.mapping(keys: ["key"]).required("key")
    }

    @Test(arguments: [
        ("240 kbit/s", LinkRate.bitsPerSecond(240_000)), ("1 bit/s", .bitsPerSecond(1)),
        ("12.6 Mbit/s", .bitsPerSecond(12_600_000)), ("1Gbit/s", .bitsPerSecond(1_000_000_000)),
        ("unlimited", .unlimited),
    ])
    func `is a rate`(text: String, rate: LinkRate) throws {
        #expect(try node(text).rate() == rate)
    }

    @Test(arguments: [
        ("400 ms", Duration.milliseconds(400)), ("1.5 s", .milliseconds(1500)),
        ("20 us", .microseconds(20)), ("20 µs", .microseconds(20)), ("7 ns", .nanoseconds(7)),
        ("2 min", .seconds(120)), ("0.5 h", .seconds(1800)), ("0 ms", .zero),
    ])
    func `is a time`(text: String, duration: Duration) throws {
        #expect(try node(text).duration() == duration)
    }

    @Test(arguments: [("1 %", 10_000_000), ("0.1 %", 1_000_000), ("100%", 1_000_000_000)])
    func `is a fraction`(text: String, partsPerBillion: Int) throws {
        #expect(try node(text).probability() == Probability(partsPerBillion: partsPerBillion))
    }

    @Test(arguments: [("50 packets", 50), ("1 packet", 1)])
    func `is a number of packets`(text: String, packets: Int) throws {
        #expect(try node(text).packets() == packets)
    }

    @Test(arguments: [
        ("0 B", 0), ("2 kB", 2_000), ("1.5 MB", 1_500_000), ("64 KiB", 65_536),
        ("1 MiB", 1_048_576), ("1 GiB", 1 << 30),
    ])
    func `is a number of bytes`(text: String, bytes: Int) throws {
        #expect(try node(text).bytes() == bytes)
    }

    @Test(arguments: [
        ("240", "needs a unit, one of bit/s, kbit/s, Mbit/s or Gbit/s, as in '240 kbit/s'"),
        (
            "240 kbits/s",
            "has the unknown unit 'kbits/s', not one of bit/s, kbit/s, Mbit/s or "
                + "Gbit/s; did you mean 'kbit/s'?"
        ),
        ("30 kB", "has the unknown unit 'kB', not one of bit/s, kbit/s, Mbit/s or Gbit/s"),
        ("fast", "is 'fast', not a number with a unit as in '240 kbit/s'"),
        ("1..2 bit/s", "is '1..2 bit/s', not a number with a unit as in '240 kbit/s'"),
        (
            "1,5 Mbit/s",
            "has the unknown unit ',5 Mbit/s', not one of bit/s, kbit/s, Mbit/s or "
                + "Gbit/s; did you mean 'Mbit/s'?"
        ),
        ("-1 kbit/s", "is '-1 kbit/s', which is negative"),
        ("0 kbit/s", "is '0 kbit/s'; write 'unlimited' for a link without a limit"),
        ("0.5 bit/s", "is '0.5 bit/s', which is finer than 1 bit/s"),
        ("99999999999 Gbit/s", "is '99999999999 Gbit/s', which is too large"),
        (
            "99999999999999999999 bit/s",
            "is '99999999999999999999 bit/s', which has too many digits"
        ),
        ("[1, 2]", "has to be a single value, not a list"),
        ("", "is empty"),
    ])
    func `is refused as a rate in words`(text: String, reason: String) throws {
        let node = try node(text)
        let error = #expect(throws: ConfigurationError.self) { try node.rate() }
        #expect(error?.description == "f.yaml:1: 'key' \(reason)")
    }

    @Test func `is refused beyond its range`() throws {
        let messages = [
            #expect(throws: ConfigurationError.self) { try node("101 %").probability() },
            #expect(throws: ConfigurationError.self) { try node("0 packets").packets() },
            #expect(throws: ConfigurationError.self) { try node("9 MB").bytes(in: 0...5) },
            #expect(throws: ConfigurationError.self) {
                try node("2 min").duration(atMost: .seconds(60))
            },
            #expect(throws: ConfigurationError.self) { try node("5 packets").probability() },
        ].map { $0?.message }
        #expect(
            messages == [
                "'key' is '101 %', which is more than 100 %",
                "'key' is '0 packets'; it has to be at least 1",
                "'key' is '9 MB'; it has to be at most 5",
                "'key' is '2 min'; at most 60 s are possible",
                "'key' has the unknown unit 'packets', not '%'",
            ])
    }
}
