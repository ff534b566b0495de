internal import DownloadCore
internal import Foundation
internal import HLSDownload
internal import LinkModel
internal import OfflinePlayback
internal import Scenarios

/// The download of a presentation by its URL: the engine without the lab around it.
package struct LabDownload: Sendable {
    private let url: String
    private let folder: String
    private let options: DownloadOptions
    private let seed: UInt64
    private let keyServer: String?

    init(
        url: String, out: String, options: DownloadOptions, seed: UInt64, keyServer: String?
    ) throws(LabError) {
        self.url = url
        let current = URL(filePath: FileManager.default.currentDirectoryPath + "/")
        folder = URL(filePath: out, relativeTo: current).standardized.path
        self.options = options
        self.seed = seed
        self.keyServer = keyServer
        try RunFolder.make(folder)
    }

    /// How a download ended.
    package struct Result: Sendable, Hashable, Codable {
        package var schema = "hlslab-download/1"
        package var url: String
        /// `completed`, `failed`, `needs a new URL` or `cancelled`.
        package var state: String
        package var error: String?
        package var seconds: Double
        /// In all runs of this download.
        package var bytesReceived: Int
        package var retries: Int
        package var package: String

        package var exitCode: Int32 { state == "completed" ? 0 : 2 }

        /// For a download that completed.
        package var text: String {
            "COMPLETE  \(package)/index.m3u8  \(Figures.bytes(bytesReceived)) in "
                + "\(Figures.seconds(seconds)), \(retries) retries"
        }
    }

    /// Downloads until the package is complete or cannot be completed.
    package func run(
        onProgress: @escaping @Sendable (RunProgress) -> Void
    ) async throws -> Result {
        let timeline = try Timeline(at: folder + "/timeline.jsonl")
        var keys: LabKeys?
        if let keyServer {
            keys = try await LabKeys(server: keyServer, vault: folder + "/vault")
        }
        let driver: DownloadDriver
        do throws(StoreFailure) {
            driver = try DownloadDriver(
                url: url, package: folder + "/asset", journal: folder + "/library.sqlite",
                options: options, keySession: keys?.session, random: StableRandom(seed: seed),
                trace: { timeline.record($0, .download($1, $2)) })
        } catch {
            throw LabError(.run, "cannot open the package: \(error)")
        }
        let watch = ProgressWatch(driver: driver, report: onProgress) {
            await driver.progress.bytesReceived
        }
        let start = ContinuousClock.now
        let outcome = try await watch.during { [keys] in
            guard let keys else { return await driver.run() }
            return await keys.during { await driver.run() }
        }
        try timeline.close()
        let progress = await driver.progress
        return Result(
            url: CredentialedURL(url).url, state: outcome.state, error: outcome.error,
            seconds: (ContinuousClock.now - start) / .seconds(1),
            bytesReceived: await driver.earlier.bytesReceived + progress.bytesReceived,
            retries: progress.retries, package: folder + "/asset")
    }
}
