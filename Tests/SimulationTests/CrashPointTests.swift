import DownloadCore
import Scenarios
import Simulation
import Testing

@Suite struct `A crash point` {
    private func points(
        _ asset: TestAsset, tamper: WorldTamper? = nil, parallel: Int = 4
    ) -> CrashPoints {
        var settings = World.Settings(
            options: .init(parallelRequests: parallel), link: .quick, keepsTrace: false)
        settings.tamper = tamper
        return CrashPoints(settings, origin: asset.script(), playlists: asset.playlists)
    }

    @Test(arguments: ["ladder", "cmaf"])
    func `of an asset of the catalog costs nothing but what was not synced`(id: String) throws {
        let tally = try points(.fixture(id)).play(stride: 101, from: 17)
        #expect(tally.failed == 0, "\(tally.failures)")
        #expect(tally.points > 10)
        #expect(tally.worstAfterKill == 0)
        #expect(tally.worstAfterPowerCut <= tally.limit)
    }

    @Test func `is before and after each command, and after each event`() throws {
        let asset = try TestAsset.synthetic(segments: 2, bitsPerSecond: 8_000)
        var world = try asset.world(keepsTrace: false)
        let history = try world.run()
        let tally = try points(asset).play()
        #expect(tally.failed == 0, "\(tally.failures)")
        #expect(tally.commandPoints == 2 * history.commands)
        #expect(tally.eventPoints == history.events)
        #expect(tally.runs == 2 * tally.points)
    }

    @Test func `is taken by one stride or another`() throws {
        let asset = try TestAsset.synthetic(segments: 2, bitsPerSecond: 8_000)
        let whole = try points(asset).play()
        let parts = try (0..<3).map { try points(asset).play(stride: 3, from: $0) }
        #expect(parts.dropFirst().reduce(parts[0], +) == whole)
    }

    @Test func `at which what is there already is fetched again is seen`() throws {
        let asset = try TestAsset.synthetic(segments: 3, bitsPerSecond: 100_000)
        // As of an engine that always asks for the whole.
        let tamper = WorldTamper(commands: { commands in
            commands.map {
                guard case .fetch(var request) = $0 else { return $0 }
                (request.rangeStart, request.ifRange) = (nil, nil)
                return .fetch(request)
            }
        })
        let tally = try points(asset, tamper: tamper).play(stride: 7)
        #expect(tally.worstAfterKill > 0)
        #expect(tally.failures.contains { $0.hasSuffix("bytes are fetched twice") })
    }
}
