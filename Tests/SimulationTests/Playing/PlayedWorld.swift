import DownloadCore
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
@testable import Simulation
import Testing

/// An asset that is played over a link, and what has to be true of it afterwards.
struct PlayedWorld {
    var asset: TestAsset
    var settings: World.Settings
    var quality = RequestedQuality.Option.best

    init(
        _ asset: TestAsset, link: LinkProfile = .quick, rule: String = "bola-e",
        mode: PlaybackMode = .withDownload, parallel: Int = 4, seed: UInt64 = 1,
        keepsTrace: Bool = false
    ) {
        self.asset = asset
        settings = World.Settings(
            options: .init(parallelRequests: parallel), link: link, seed: seed,
            keepsTrace: keepsTrace)
        settings.playback = .init(mode, PlayerOptions(rule: rule))
    }

    func world(disk: SimulatedDisk = SimulatedDisk(), origin: OriginScript? = nil) throws -> World {
        try World(
            settings, origin: origin ?? asset.script(), playlists: asset.playlists, disk: disk)
    }

    func run() throws -> WorldHistory {
        var world = try world()
        return try world.run()
    }

    /// What is not as it has to be after a download that is complete; nil when all is.
    func fault(_ history: WorldHistory) throws -> String? {
        guard history.outcome == .completed else {
            return "ended \(String(describing: history.outcome))"
        }
        if let hole = try asset.hole(history.disk, quality) { return hole }
        guard let playback = history.playback else { return "nothing was played" }
        if let fault = playback.faults.first { return fault }
        if playback.account.fetchedTwice > 0 { return "\(playback.account.fetchedTwice) B twice" }
        if playback.account.lost > 0 { return "\(playback.account.lost) B lost" }
        if playback.account.fetched != history.partBytes {
            return "\(playback.account) of \(history.partBytes) B"
        }
        let logged = playback.log.access.reduce(0) { $0 + $1.bytes }
        if logged != playback.account.fetchedForPlayer {
            return "the log has \(logged) B of \(playback.account.fetchedForPlayer)"
        }
        let identities = Set(history.disk.selection?.streams.map(\.identity) ?? [])
        if let guest = history.disk.parts.keys.first(where: { !identities.contains($0.stream) }) {
            return "\(guest) was left"
        }
        return nil
    }

    /// Bytes that are received and are not in the package.
    func waste(_ history: WorldHistory) throws -> Int {
        let evidence = history.disk.evidence(for: asset.catalog)
        let requested = try #require(RequestedQuality(quality, in: asset.catalog))
        let verdict = OnDisk(
            of: evidence, against: asset.catalog.identified(by: asset.resources), for: requested)
        return history.progress.bytesReceived - evidence.keptBytes - verdict.bytesVerified
    }
}

extension TestAsset {
    /// Synthetic MPEG-TS: a ladder of three, segments of 2 s.
    static func ladder(segments: Int, bitsPerSecond: [Int]) throws -> TestAsset {
        let asset = try SyntheticAsset(
            .init(
                id: "steps", title: "Steps", duration: .seconds(2 * segments),
                segmentDuration: .seconds(2), seed: 11, pattern: .random(peakPercent: 130),
                variants: bitsPerSecond.enumerated().map { index, rate in
                    .init(
                        id: "v\(index)", bitsPerSecond: rate, width: 16 * (index + 1), height: 16,
                        frameRate: 25)
                }))
        return TestAsset(catalog: asset.catalog, resources: asset.resources) { path in
            let path = String(path.dropFirst())
            return asset.length(of: path).flatMap { asset.bytes(of: path, range: 0..<$0) }
        }
    }
}

extension LinkProfile {
    static func steady(_ bitsPerSecond: Int, delay: Duration = .milliseconds(50)) -> LinkProfile {
        LinkProfile(
            id: "steady", name: "Steady",
            down: LinkDirection(rate: .bitsPerSecond(bitsPerSecond), delay: delay),
            up: LinkDirection(rate: .bitsPerSecond(max(100_000, bitsPerSecond / 4)), delay: delay))
    }
}
