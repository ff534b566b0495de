import DownloadCore
import FixtureOrigin
import HLSDownload
import Testing

@Suite struct `The estimator of downloads` {
    /// The largest error of the sum against what the download stores: as near as declared averages
    /// have to be (see `DownloadEstimate.Reckoning`).
    static let percent = 10.0
    static let fixtures: [(String, Quality)] = [
        ("ladder", .best), ("ladder", .fast), ("cmaf", .best), ("cmaf", .fast), ("aes128", .best),
        ("aes128-fmp4", .best), ("aes256-gcm", .best), ("sample-aes", .best),
        ("sample-aes-ctr", .best),
    ]

    @Test(arguments: fixtures)
    func `is near what the fixtures take on disk`(name: String, quality: Quality) async throws {
        let asset = try OriginAsset.folder(`A download of the fixture`.fixture(name))
        try await withOrigin(asset) { origin, url in
            var download = TestDownload(url: url, folder: try TestFolder())
            download.options.quality = quality
            let estimator = AssetDownloadEstimator(options: download.options)
            let estimate = try await estimator.estimate(url)
            #expect(origin.record.segments.isEmpty)
            #expect(try await download.run().failure == "")
            let parts = try download.manifest().streams.flatMap(\.parts)
            let stored = parts.reduce(0) { $0 + ($1.length ?? 0) }
            let error = 100 * (Double(estimate.bytes.expected) / Double(stored) - 1)
            print(
                "estimate \(name) \(quality): \(estimate.bytes.expected) of \(stored), "
                    + "\(Int((error * 10).rounded())) permille, "
                    + "\(estimate.bytes.low)...\(estimate.bytes.high)")
            #expect(abs(error) <= Self.percent)
            #expect((estimate.bytes.low...estimate.bytes.high).contains(stored))
            #expect(!estimate.isPartial)
            let rest = try await estimator.estimate(url, package: download.package)
            #expect(rest.remaining.expected == 0)
            #expect(rest.storedBytes == stored)
        }
    }

    @Test func `refuses what cannot be downloaded`() async throws {
        let error = await #expect(throws: DownloadFailure.self) {
            try await AssetDownloadEstimator().estimate("http://127.0.0.1:1/a.m3u8")
        }
        #expect(error?.description.contains("connection refused") == true)
    }
}
