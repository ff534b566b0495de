import DownloadCore
import Glibc
import LinkModel
import OfflinePlayback
import PlaybackCore
import Scenarios
import Simulation

// Measures how much faster than its own time a download runs in virtual time: ten minutes of media
// at 2 Mbit/s over the 3g profile, after 6,000 (target) or 2,000 (floor) times; the same with a player
// beside it and with a player alone, after 20,000 times; the link under them; and what a world with a
// player takes of the memory, after 2 MB. Prints the best of five runs and exits 1 below the floor.
// With the name of a run (link, download, beside, alone) it is made once and nothing else, for a
// program that counts its instructions.

let target = 6_000.0
let floor = 2_000.0
let playingTarget = 20_000
let minutes = 10

let asset = try SyntheticAsset(
    .init(
        id: "bench", title: "Bench", duration: .seconds(60 * minutes),
        segmentDuration: .seconds(6), seed: 7, pattern: .random(peakPercent: 150),
        variants: [300_000, 700_000, 1_200_000, 2_000_000].map { rate in
            .init(
                id: "v\(rate / 1_000)", bitsPerSecond: rate, width: 1280, height: 720,
                frameRate: 25)
        }))
let script = OriginScript(catalog: asset.catalog, resources: asset.resources, faults: [])
let link = LinkProfile(
    id: "nlc-3g", name: "3G",
    down: LinkDirection(rate: .bitsPerSecond(780_000), delay: .milliseconds(100)),
    up: LinkDirection(rate: .bitsPerSecond(330_000), delay: .milliseconds(100)))

/// Processor time of this process, which others on the machine do not lengthen.
func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Bytes of memory that this process has in use: the second number of `/proc/self/statm`, in pages.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let words = line.split(separator: 32).map { word in
        word.reduce(0) { (48...57).contains($1) ? $0 * 10 + Int($1) - 48 : $0 }
    }
    return words.count > 1 ? words[1] * sysconf(Int32(_SC_PAGESIZE)) : 0
}

func world(_ seed: Int, _ mode: PlaybackMode) throws -> World {
    var settings = World.Settings(link: link, seed: UInt64(seed), keepsTrace: false)
    if mode != .none { settings.playback = .init(mode, PlayerOptions(rule: "bola-e")) }
    return try World(
        settings, origin: script,
        playlists: { path in
            let path = String(path.dropFirst())
            return asset.length(of: path).flatMap { asset.bytes(of: path, range: 0..<$0) }
        })
}

/// How many times faster than real time the best of so many runs is.
func best(_ name: String, _ mode: PlaybackMode, of runs: Int = 5) throws -> Double {
    var best = 0.0
    for run in 1...runs {
        var world = try world(run, mode)
        let start = processorSeconds()
        let history = try world.run()
        let took = processorSeconds() - start
        let virtual = history.elapsed / .seconds(1)
        best = max(best, virtual / took)
        print(
            "\(name) \(run): \(virtual) s in \(took) s, \(Int(virtual / took)) times real time,",
            "\(history.down.packets) packets down, \(history.up.packets) up,",
            "\(history.events) events")
    }
    return best
}

/// The same of the link alone, which carries the same bytes in 100 objects over four connections.
func bestLink(of runs: Int = 5) throws -> Double {
    let plan = TransferPlan(parallel: 4, objects: Array(repeating: 375_000, count: 100))
    var best = 0.0
    for run in 1...runs {
        let start = processorSeconds()
        let transfers = try TransferRun.times(of: plan, over: link, seed: UInt64(run)) ?? []
        let took = processorSeconds() - start
        let virtual = transfers.map(\.virtual).max() ?? .zero
        best = max(best, virtual / .seconds(1) / took)
        print("link \(run): \(virtual) in \(took) s, \(Int(virtual / .seconds(1) / took)) times")
    }
    return best
}

extension TransferTimes {
    /// From the connection's first packet to its last.
    var virtual: Duration { objects.reduce(connect) { $0 + $1.lastByte } }
}

switch CommandLine.arguments.dropFirst().first {
case nil: break
case "link":
    _ = try bestLink(of: 1)
    exit(0)
case "download":
    _ = try best("download", .none, of: 1)
    exit(0)
case "beside":
    _ = try best("with a player", .withDownload, of: 1)
    exit(0)
case "alone":
    _ = try best("player alone", .only, of: 1)
    exit(0)
case let other?:
    print("no run is called \(other): link, download, beside or alone")
    exit(64)
}

let bare = try bestLink()
let download = try best("download", .none)
let beside = try best("with a player", .withDownload)
let alone = try best("player alone", .only)

// Worlds that have played and are kept, with what they still hold.
let count = 40
var kept: [World] = []
kept.reserveCapacity(count)
let before = residentBytes()
for seed in 1...count {
    var world = try world(seed, .withDownload)
    _ = try world.run()
    kept.append(world)
}
let each = Double(residentBytes() - before) / Double(kept.count) / 1e6

print("link: \(Int(bare)) times real time (target \(playingTarget))")
print("engine and player: \(Int(beside)) times real time (target \(playingTarget))")
print("player alone: \(Int(alone)) times real time (target \(playingTarget))")
print("memory: \((each * 100).rounded() / 100) MB a world with a player (target 2)")
print("simulate: \(Int(download)) times real time (target \(Int(target)), floor \(Int(floor)))")
if download < floor { exit(1) }
