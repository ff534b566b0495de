import Lab
import Testing

@Suite struct `Figures for people` {
    @Test(arguments: [
        (0, "0 B"), (953, "953 B"), (1_000, "1.00 kB"), (999_499, "999 kB"), (999_500, "1.00 MB"),
        (2_075_020, "2.08 MB"), (12_345_678, "12.3 MB"), (5_000_000_000_000, "5.00 TB"),
    ])
    func `of bytes have three digits and a unit of 1000`(count: Int, text: String) {
        #expect(Figures.bytes(count) == text)
    }

    @Test(arguments: [
        (0.0, "0 bit/s"), (229_541, "230 kbit/s"), (38_200_000, "38.2 Mbit/s"),
    ])
    func `of rates have three digits and a unit`(rate: Double, text: String) {
        #expect(Figures.rate(rate) == text)
    }

    @Test(arguments: [(0.0, "0.000 s"), (0.4526, "0.453 s"), (9.994, "9.99 s"), (75.84, "75.8 s")])
    func `of seconds have three digits`(seconds: Double, text: String) {
        #expect(Figures.seconds(seconds) == text)
    }

    @Test func `make a progress line of less than 80 columns`() {
        let progress = RunProgress(
            fraction: 0.429, variant: "3840x2160", bytes: 999_000_000_000,
            bitsPerSecond: 999_000_000, retries: 1_000, elapsed: .seconds(36_000))
        #expect(
            progress.line == "  42 %  3840x2160  999 GB  999 Mbit/s  1000 retries  36000 s")
        #expect(progress.line.count < 80)
    }
}
