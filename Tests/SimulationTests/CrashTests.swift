import DownloadCore
import LinkModel
import Scenarios
import Simulation
import Testing

@Suite struct `A crash` {
    static func assets() throws -> [(name: String, asset: TestAsset, options: DownloadOptions)] {
        [
            ("ladder", try .synthetic(segments: 6, bitsPerSecond: 100_000), .init()),
            ("tiny", try .synthetic(segments: 3, bitsPerSecond: 8_000), .init(parallelRequests: 2)),
            ("fragmented", .fragmented, .init(parallelRequests: 3)),
            (
                "encrypted",
                try .synthetic(segments: 3, bitsPerSecond: 8_000).encrypted(),
                .init(parallelRequests: 2)
            ),
        ]
    }

    /// A run that was ended at a command or an event, and the one that went on.
    struct Point {
        var name: String
        var first: WorldHistory
        var second: WorldHistory
        /// Bytes that the crash took and that were vouched for.
        var lost: Int
        var hole: String?
        /// Bytes of parts that both runs received more than the asset has.
        var twice: Int
    }

    /// Ends a run at each of its commands and events in turn and goes on.
    static func points(_ crash: SimulatedDisk.Crash, _ faults: [Fault] = []) throws -> [Point] {
        var points: [Point] = []
        for (name, asset, options) in try assets() {
            func run(_ stop: World.Stop?, _ disk: SimulatedDisk, _ origin: OriginScript) throws
                -> WorldHistory
            {
                var world = try World(
                    .init(
                        options: options, link: .quick, keepsTrace: false, stop: stop),
                    origin: origin, playlists: asset.playlists, disk: disk)
                return try world.run()
            }
            let whole = try run(nil, SimulatedDisk(), asset.script(faults))
            let stops =
                (1..<whole.commands).map { World.Stop.command($0) }
                + (1..<whole.events).map { World.Stop.event($0) }
            for stop in stops {
                let first = try run(stop, SimulatedDisk(), asset.script(faults))
                let (disk, lost) = first.disk.after(crash)
                let second = try run(nil, disk, first.origin)
                points.append(
                    Point(
                        name: "\(name), \(stop)", first: first, second: second,
                        lost: lost, hole: try asset.hole(second.disk),
                        twice: first.partBytes + second.partBytes - (try asset.partBytes())))
            }
        }
        return points
    }

    @Test func `of the process at any moment costs no byte of a part`() throws {
        let points = try Self.points(.kill)
        for point in points {
            #expect(point.first.outcome == nil)
            #expect(point.second.outcome == .completed, "\(point.name)")
            #expect(point.hole == nil, "\(point.name)")
            #expect(point.twice == 0, "\(point.name)")
        }
        #expect(points.count > 500)
    }

    @Test func `of the power at any moment costs what was not synced, and no more`() throws {
        let points = try Self.points(.powerCut)
        #expect(points.contains { $0.lost > 0 })
        for point in points {
            #expect(point.second.outcome == .completed, "\(point.name)")
            #expect(point.hole == nil, "\(point.name)")
            #expect(point.twice == point.lost, "\(point.name)")
        }
    }

    @Test func `in the middle of faults costs no byte of a part either`() throws {
        let faults = [
            Fault(match: .init(segment: 1), effect: .reset(afterByte: 2_000), times: 1),
            Fault(match: .init(segment: 2), effect: .truncate(afterByte: 1_000), times: 1),
            Fault(match: .init(segment: 3), effect: .status(503), times: 2),
            Fault(match: .init(kind: .mediaPlaylist), effect: .reset(afterByte: 20), times: 1),
        ]
        for point in try Self.points(.kill, faults) {
            #expect(point.second.outcome == .completed, "\(point.name)")
            #expect(point.hole == nil, "\(point.name)")
            #expect(point.twice == 0, "\(point.name)")
        }
    }

    @Test func `again and again ends complete`() throws {
        let asset = try TestAsset.synthetic(segments: 6, bitsPerSecond: 100_000)
        var random = StableRandom(seed: 3)
        for _ in 0..<50 {
            var disk = SimulatedDisk()
            var origin = asset.script()
            var received = 0
            for run in 0... {
                let stop = run < 8 ? World.Stop.event(1 + Int(random.below(100))) : nil
                var world = try World(
                    .init(link: .quick, keepsTrace: false, stop: stop),
                    origin: origin, playlists: asset.playlists, disk: disk)
                let history = try world.run()
                received += history.partBytes
                disk = history.disk.after(.kill).disk
                origin = history.origin
                if history.outcome == .completed { break }
            }
            #expect(try asset.hole(disk) == nil)
            #expect(received == (try asset.partBytes()))
        }
    }

    @Test func `while a changed presentation replaces an old one leaves no mixture`() throws {
        let old = try TestAsset.synthetic(segments: 4, bitsPerSecond: 50_000)
        let new = try TestAsset.synthetic(segments: 5, bitsPerSecond: 60_000)
        var before = try old.world()
        let disk = try before.run().disk
        // The playlists have other segments, so their tags differ: nothing of the old may stay.
        var clean = try new.world(disk: disk)
        let commands = try clean.run().commands
        for stop in 1..<commands {
            var one = try new.world(stop: .command(stop), disk: disk)
            let left = try one.run().disk.after(.kill).disk
            var other = try new.world(disk: left)
            let second = try other.run()
            #expect(second.outcome == .completed, "command \(stop)")
            #expect(try new.hole(second.disk) == nil, "command \(stop)")
        }
    }
}
