import LinkModel
import Testing

/// Rows of `kernel-tcp.jsonl`: Linux 6.1 with cubic over netem on both sides of a veth pair in
/// user-mode-linux, medians of what was measured. `ci/calibrate` prints all of them.
@Suite struct `The link model` {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        /// bit/s and milliseconds of both directions, and netem's limit in packets.
        var down: (rate: Int, delay: Int, limit: Int)
        var up: (rate: Int, delay: Int, limit: Int)
        /// Loss of the down direction, in parts per thousand.
        var loss = 0
        var parallel = 1
        var gap = 0
        /// Bytes and seconds, in order on each connection.
        var objects: [(bytes: Int, seconds: Double)]

        var testDescription: String { "\(name), \(parallel) × \(objects.map(\.bytes))" }

        init(
            _ name: String, down: (Int, Int, Int), up: (Int, Int, Int), loss: Int = 0,
            parallel: Int = 1, gap: Int = 0, _ objects: (Int, Double)...
        ) {
            self.name = name
            self.down = (down.0, down.1, down.2)
            self.up = (up.0, up.1, up.2)
            self.loss = loss
            self.parallel = parallel
            self.gap = gap
            self.objects = objects.map { (bytes: $0.0, seconds: $0.1) }
        }
    }

    static let clean = [
        Row(
            "3g", down: (780_000, 100, 1000), up: (330_000, 100, 1000), (50_000, 0.983),
            (50_000, 0.752), (400_000, 4.504)),
        Row(
            "edge", down: (240_000, 400, 1000), up: (200_000, 440, 1000), (30_000, 2.304),
            (30_000, 1.914), (120_000, 5.057)),
        Row(
            "r5-rtt300-l0", down: (5_000_000, 150, 1000), up: (5_000_000, 150, 1000),
            (100_000, 1.019), (100_000, 0.633), (500_000, 1.141)),
        Row(
            "r20-rtt100-l0", down: (20_000_000, 50, 1000), up: (20_000_000, 50, 1000),
            (100_000, 0.388), (100_000, 0.208), (500_000, 0.330)),
        Row(
            "5m-40-q10", down: (5_000_000, 20, 18), up: (5_000_000, 20, 18), (500_000, 0.968)),
        Row(
            "5m-40-q10", down: (5_000_000, 20, 18), up: (5_000_000, 20, 18), parallel: 4,
            (1_000_000, 6.452)),
        Row(
            "3g-q50", down: (780_000, 100, 56), up: (330_000, 100, 52), parallel: 3,
            (400_000, 12.616)),
        Row(
            "idle-5m-100", down: (5_000_000, 50, 70), up: (5_000_000, 50, 70), gap: 4,
            (500_000, 1.087), (500_000, 1.079), (500_000, 1.079)),
    ]

    static let lossy = [
        Row(
            "r1-rtt100-l2", down: (1_000_000, 50, 1000), up: (1_000_000, 50, 1000), loss: 20,
            (100_000, 1.021), (100_000, 0.990), (500_000, 4.540)),
        Row(
            "r5-rtt20-l2", down: (5_000_000, 10, 1000), up: (5_000_000, 10, 1000), loss: 20,
            (5_000_000, 12.212)),
        Row(
            "r5-rtt100-l2", down: (5_000_000, 50, 1000), up: (5_000_000, 50, 1000), loss: 20,
            (100_000, 0.473), (100_000, 0.364)),
    ]

    private func errors(_ row: Row, seeds: ClosedRange<UInt64>) throws -> [Double] {
        var options = TCPOptions()
        options.tick = .milliseconds(10)
        options.isNetemOnSender = true
        options.sendBuffer = .userModeLinux
        func direction(_ part: (rate: Int, delay: Int, limit: Int), _ loss: Int) -> LinkDirection {
            LinkDirection(
                rate: .bitsPerSecond(part.rate), delay: .milliseconds(part.delay),
                loss: loss == 0
                    ? .none
                    : .independent(
                        Probability(partsPerBillion: loss * 1_000_000), correlation: .never),
                queuePackets: part.limit)
        }
        let profile = LinkProfile(
            id: row.name, name: row.name, down: direction(row.down, row.loss),
            up: direction(row.up, 0))
        let plan = TransferPlan(
            parallel: row.parallel, objects: row.objects.map(\.bytes), gap: .seconds(row.gap))
        var times: [[Double]] = row.objects.map { _ in [] }
        for seed in seeds {
            let flows = try TransferRun.times(
                of: plan, over: profile, options: options, seed: seed)
            for flow in try #require(flows) {
                for (index, object) in flow.objects.enumerated() {
                    times[index].append(object.lastByte / .seconds(1))
                }
            }
        }
        return row.objects.enumerated().map { index, object in
            let median = times[index].sorted()[times[index].count / 2]
            return abs(median / object.seconds - 1)
        }
    }

    /// Targets are 5 % in the median and 25 % at worst; 100 kB and more count.
    @Test(arguments: clean)
    func `is as fast as the kernel where nothing is lost`(row: Row) throws {
        let errors = try errors(row, seeds: 1...3)
        for (object, error) in zip(row.objects, errors) where object.bytes >= 100_000 {
            #expect(error < 0.10, "\(object.bytes) bytes are off by \(error)")
        }
    }

    /// The medians of four or five measurements, whose own error is about as large.
    @Test(arguments: lossy)
    func `is about as fast as the kernel where packets are lost`(row: Row) throws {
        for error in try errors(row, seeds: 1...20) { #expect(error < 0.20) }
    }
}
