internal import DownloadCore
internal import HLSDownload

/// Looks at a running download a few times a second and reports how far it is.
struct ProgressWatch: Sendable {
    /// What a look sees.
    struct Sight: Sendable, Codable {
        var fraction: Double
        /// Nil before it is known.
        var variant: String?
        var retries: Int
    }

    let report: @Sendable (RunProgress) -> Void
    /// Payload bytes that came over the link so far.
    let bytes: @Sendable () async throws -> Int
    private let sight: @Sendable () async -> Sight

    /// Between two looks.
    static let interval = Duration.milliseconds(250)
    /// The rate shown is that of the last looks, so many of them.
    private static let looks = 4

    init(
        driver: DownloadDriver, report: @escaping @Sendable (RunProgress) -> Void,
        bytes: @escaping @Sendable () async throws -> Int
    ) {
        self.init(report: report, bytes: bytes) {
            await Sight(of: driver)
        }
    }

    init(
        report: @escaping @Sendable (RunProgress) -> Void,
        bytes: @escaping @Sendable () async throws -> Int,
        sight: @escaping @Sendable () async -> Sight
    ) {
        self.report = report
        self.bytes = bytes
        self.sight = sight
    }

    /// Reports while `body` runs.
    func during<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await look()
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private func look() async throws {
        let start = ContinuousClock.now
        var seen: [(time: Duration, bytes: Int)] = [(.zero, 0)]
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: Self.interval)
            } catch {
                // Cancelled: the download is over.
                return
            }
            let now = ContinuousClock.now - start
            let count = try await bytes()
            seen.append((now, count))
            if seen.count > Self.looks + 1 { seen.removeFirst() }
            let span = now - seen[0].time
            let sight = await sight()
            report(
                RunProgress(
                    fraction: sight.fraction, variant: sight.variant, bytes: count,
                    bitsPerSecond: Double((count - seen[0].bytes) * 8) / (span / .seconds(1)),
                    retries: sight.retries, elapsed: now))
        }
    }
}

extension ProgressWatch.Sight {
    init(of driver: DownloadDriver) async {
        self.init(
            fraction: await driver.fractionArrived, variant: await driver.selection?.label,
            retries: await driver.progress.retries)
    }
}

extension Selection {
    /// `960x540`, or the declared bitrate where no resolution is.
    var label: String {
        if let width, let height { return "\(width)x\(height)" }
        return Figures.rate(Double(peakBitRate))
    }
}
