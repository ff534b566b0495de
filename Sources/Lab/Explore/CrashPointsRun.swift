internal import DownloadCore
internal import FixtureOrigin
internal import Foundation
internal import LinkModel
internal import Scenarios
internal import Simulation

/// Ends the downloads of some assets at every one of their points, in virtual time and on all cores.
package struct CrashPointsRun: Sendable {
    let assets: [OriginAsset]
    let profile: LinkProfile
    let parallelRequests: Int

    /// - Throws: ``LabError`` when an asset cannot be read or its download cannot be played.
    package func run() async throws -> CrashPointsSummary {
        let start = ContinuousClock.now
        var summary = CrashPointsSummary(profile: profile.id, connections: parallelRequests)
        for asset in assets {
            summary.assets.append(.init(asset: asset.catalog.id, try await play(asset)))
        }
        summary.seconds = ((ContinuousClock.now - start) / .seconds(1) * 1000).rounded() / 1000
        return summary
    }

    private func play(_ asset: OriginAsset) async throws -> CrashTally {
        let playlists = try await asset.playlists()
        var options = DownloadOptions(parallelRequests: parallelRequests)
        options.keySystems = asset.catalog.keySystems
        let points = CrashPoints(
            .init(options: options, link: profile),
            origin: OriginScript(catalog: asset.catalog, resources: asset.resources),
            playlists: { playlists[$0] })
        let workers = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: CrashTally.self) { group in
            for worker in 0..<workers {
                group.addTask { try points.play(stride: workers, from: worker) }
            }
            var sum: CrashTally?
            for try await tally in group { sum = sum.map { $0 + tally } ?? tally }
            guard let sum else { throw LabError(.run, "this machine has no processor") }
            return sum
        }
    }
}
