internal import DownloadCore
internal import HLSDownload
internal import Scenarios

// Packages on disk: what they hold, whether they are whole, and what a new one would take.
extension Workbench {
    /// What a package holds, and what of it plays offline.
    package func showPackage(_ path: String) throws(LabError) -> PackageReport {
        try PackageReport(package: path)
    }

    /// What is wrong with the layout of a package.
    package func lintPackage(_ path: String) -> PackageLintReport {
        PackageLintReport(package: path)
    }

    /// Checks every byte of a package against its certificate.
    /// - Parameter onProgress: told now and then with a line for people.
    package func verifyPackage(
        _ path: String, onProgress: @escaping @Sendable (String) -> Void
    ) async throws -> PackageVerifyReport {
        let start = ContinuousClock.now
        do {
            let verification = try await PackageVerifier(package: path).verify { progress in
                onProgress(
                    "\(progress.partCount) of \(progress.partTotal) parts, "
                        + "\(Figures.bytes(progress.byteCount)) of "
                        + Figures.bytes(progress.byteTotal))
            }
            return PackageVerifyReport(
                path, verification, took: ContinuousClock.now - start)
        } catch let error as PackageReadingError {
            throw LabError(.run, "\(error)")
        } catch is CancellationError {
            throw LabError(.run, "cannot verify '\(path)': interrupted")
        }
    }

    /// Prepares putting a package into one file.
    package func prepareExport(
        of path: String, to file: String
    ) throws(LabError) -> PackageExport {
        try PackageExport(package: path, to: file)
    }

    /// Reckons how large a download would be.
    /// - Parameter package: a package of the same presentation, what it has is not fetched again.
    package func estimate(
        url: String, quality: String, package: String?
    ) async throws -> EstimateReport {
        let scenario = try scenario(nil, Overrides(quality: quality))
        let options = DownloadOptions(quality: Quality(scenario.quality))
        do {
            let estimate = try await AssetDownloadEstimator(options: options)
                .estimate(url, package: package)
            return EstimateReport(url: url, estimate)
        } catch let error as DownloadFailure {
            throw LabError(.run, "\(error)")
        }
    }
}
