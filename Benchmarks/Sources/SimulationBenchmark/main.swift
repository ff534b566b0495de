import Glibc
import DownloadCore
import LinkModel
import Scenarios
import Simulation

// Measures how much faster than its own time a download runs in virtual time: ten minutes of media
// at 2 Mbit/s over the 3g profile, after 6,000 (target) or 2,000 (floor) times. Prints the best of
// five runs and exits 1 below the floor.

let target = 6_000.0
let floor = 2_000.0
let minutes = 10

let asset = try SyntheticAsset(
    .init(
        id: "bench", title: "Bench", duration: .seconds(60 * minutes),
        segmentDuration: .seconds(6), seed: 7, pattern: .random(peakPercent: 150),
        variants: [
            .init(
                id: "v2000", bitsPerSecond: 2_000_000, width: 1280, height: 720, frameRate: 25)
        ]))
let script = OriginScript(catalog: asset.catalog, resources: asset.resources, faults: [])
let link = LinkProfile(
    id: "nlc-3g", name: "3G",
    down: LinkDirection(rate: .bitsPerSecond(780_000), delay: .milliseconds(100)),
    up: LinkDirection(rate: .bitsPerSecond(330_000), delay: .milliseconds(100)))

let clock = ContinuousClock()
var best = 0.0
for run in 1...5 {
    var world = try World(
        .init(link: link, seed: UInt64(run), keepsTrace: false), origin: script,
        playlists: { path in
            let path = String(path.dropFirst())
            return asset.length(of: path).flatMap { asset.bytes(of: path, range: 0..<$0) }
        })
    let start = clock.now
    let history = try world.run()
    let took = (clock.now - start) / .seconds(1)
    let virtual = history.elapsed / .seconds(1)
    best = max(best, virtual / took)
    print(
        "run \(run): \(virtual) s in \(took) s, \(Int(virtual / took)) times real time,",
        "\(history.down.packets) packets down, \(history.up.packets) up,",
        "\(history.events) events")
}
print("simulate: \(Int(best)) times real time (target \(Int(target)), floor \(Int(floor)))")
if best < floor { exit(1) }
