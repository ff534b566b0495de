import Foundation
import Glibc

// Measures `hlslab link` from outside, over real sockets on loopback, against the floors that it
// promises. Exits 1 when one is missed.
//
//     HLSLAB=…/hlslab RelayBenchmark [NAME...]

var failures = 0

/// Prints a row: what was measured, the target, the floor, and whether they hold.
@MainActor func row(
    _ name: String, _ value: Double, _ unit: String, target: Double, floor: Double,
    higher: Bool = false
) {
    let holds = higher ? value >= floor : value <= floor
    let hits = higher ? value >= target : value <= target
    if !holds { failures += 1 }
    let verdict = hits ? "target" : holds ? "floor" : "MISSED"
    let text = String(format: "%.3f", value)
    let line = "\(verdict)  \(name): \(text) \(unit) (target \(target), floor \(floor))\n"
    // At once, also into a pipe: measuring takes minutes.
    FileHandle.standardOutput.write(Data(line.utf8))
}

let server = try Server()

/// Long flows: bytes per second against the rate, headers taken off.
///
/// The queue holds what a round trip holds, or the usual 50 packets where that is more: with less,
/// TCP backs off below the rate after each loss, over this link as over the kernel's. At 100 Mbit/s
/// and 50 packets that costs 0.95 % in virtual time; the last row is held against that time.
@MainActor func longFlows() throws {
    for megabits in [0.1, 1, 10, 100] {
        let rate = Int(megabits * 1e6)
        let frames = rate / 8 * 20 / 1000 / 1514
        try longFlow(rate, packets: max(50, frames), against: Double(rate) * payloadShare)
    }
    let words = Link.symmetric(100_000_000, milliseconds: 10, packets: 50)
    let seconds = try Link.predictedSeconds(165, words) - Link.predictedSeconds(45, words)
    try longFlow(100_000_000, packets: 50, against: (165 - 45) * 8e6 / seconds)
}

@MainActor private func longFlow(_ rate: Int, packets: Int, against expected: Double) throws {
    let link = try Link(Link.symmetric(rate, milliseconds: 10, packets: packets), to: server.port)
    let socket = try Socket(to: link.port)
    try socket.request(1 << 40)
    let measured = arrivals(socket, after: 3, within: 10) * 8
    let name = "long flow at \(Double(rate) / 1e6) Mbit/s, \(packets) packets of queue, error"
    row(name, abs(measured / expected - 1) * 100, "%", target: 1, floor: 2)
}

/// Bytes in the first 500 ms after two idle seconds, above what the rate allows.
@MainActor func bursts() throws {
    for megabits in [1.0, 10, 50] {
        let rate = megabits * 1e6
        let link = try Link(Link.symmetric(Int(rate), milliseconds: 5), to: server.port)
        let socket = try Socket(to: link.port)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<2 {
            try socket.request(Int(rate / 8 * 1.5))
            var rest = Int(rate / 8 * 1.5)
            let start = clock.now
            var early = 0
            while rest > 0 {
                let count = buffer.withUnsafeMutableBytes { socket.receive(into: $0) }
                rest -= count
                // Nothing can arrive before a round trip is over.
                if seconds(since: start) <= 0.5 + 0.010 { early += count }
            }
            let allowed = rate / 8 * payloadShare * 0.5
            row(
                "first 500 ms at \(megabits) Mbit/s, above the rate",
                max(0, Double(early) / allowed - 1) * 100, "%", target: 5, floor: 10)
            Thread.sleep(forTimeInterval: 2)
        }
    }
}

/// A request of a few bytes and an answer of one: half of what its round trip takes too long.
@MainActor func delays() throws {
    let link = try Link(Link.symmetric(10_000_000, milliseconds: 40), to: server.port)
    let socket = try Socket(to: link.port)
    var byte = [UInt8](repeating: 0, count: 16)
    var errors: [Double] = []
    for _ in 0..<200 {
        let start = clock.now
        try socket.request(1)
        _ = byte.withUnsafeMutableBytes { socket.receive(into: $0) }
        errors.append(abs(seconds(since: start) - 0.080) / 2 * 1_000)
    }
    errors.removeFirst()
    errors.sort()
    row("one-way delay error, median", quantile(errors, 0.5), "ms", target: 1, floor: 2)
    row("one-way delay error, p99", quantile(errors, 0.99), "ms", target: 5, floor: 10)
}

/// Several connections against one: their sum, and how even they are.
@MainActor func sharing() throws {
    var alone = 0.0
    for number in [1, 2, 6, 12] {
        let link = try Link(Link.symmetric(10_000_000, milliseconds: 10), to: server.port)
        let rates = Mutexed([Double]())
        let group = DispatchGroup()
        for _ in 0..<number {
            let socket = try Socket(to: link.port)
            try socket.request(1 << 40)
            let descriptor = dup(socket.descriptor)
            DispatchQueue(label: "reader").async(group: group) {
                let rate = arrivals(Socket(descriptor), after: 3, within: 20)
                rates.append(rate)
            }
        }
        group.wait()
        let all = rates.values
        let sum = all.reduce(0, +)
        guard number > 1 else {
            alone = sum
            continue
        }
        let squares = all.reduce(0) { $0 + $1 * $1 }
        row(
            "\(number) connections together against one, error", abs(sum / alone - 1) * 100, "%",
            target: 1, floor: 2)
        row(
            "\(number) connections, Jain's index", sum * sum / (Double(number) * squares), "",
            target: 0.95, floor: 0.9, higher: true)
    }
}

/// A link that does nothing: how much passes, and what it costs a small request.
@MainActor func unshaped() throws {
    let link = try Link(Link.symmetric(nil, milliseconds: 0), to: server.port)
    let socket = try Socket(to: link.port)
    try socket.request(1 << 40)
    let rate = arrivals(socket, after: 0.5, within: 4) / 1e6
    row("unshaped throughput", rate, "MB/s", target: 500, floor: 250, higher: true)

    func roundTrip(_ port: UInt16) throws -> Double {
        let socket = try Socket(to: port)
        var buffer = [UInt8](repeating: 0, count: 2_048)
        var times: [Double] = []
        for _ in 0..<2_000 {
            let start = clock.now
            try socket.request(1_000)
            var rest = 1_000
            while rest > 0 {
                rest -= buffer.withUnsafeMutableBytes { socket.receive(into: $0) }
            }
            times.append(seconds(since: start) * 1_000)
        }
        times.sort()
        return quantile(times, 0.5)
    }
    let direct = try roundTrip(server.port)
    let relayed = try roundTrip(link.port)
    row("keep-alive request of 1 kB, extra", relayed - direct, "ms", target: 0.15, floor: 0.3)
}

/// Connections that wait: memory of each in the link.
@MainActor func idleConnections() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // One descriptor here and two in the link for each; the server's end is here too.
    let count = min(10_000, Int(limit.rlim_cur) / 2 - 200)
    let (listener, port) = try Socket.listener()
    let link = try Link(Link.symmetric(nil, milliseconds: 0), to: port)
    let before = link.residentBytes
    var sockets: [Socket] = []
    for _ in 0..<count {
        sockets.append(try Socket(to: link.port))
        sockets.append(try listener.accept())
    }
    let each = Double(link.residentBytes - before) / Double(count) / 1024
    row("\(count) idle connections, memory of each", each, "KiB", target: 32, floor: 64)
    withExtendedLifetime(sockets) {}
}

let benchmarks: [(name: String, run: @MainActor () throws -> Void)] = [
    ("long-flow", longFlows), ("burst", bursts), ("delay", delays), ("sharing", sharing),
    ("unshaped", unshaped), ("idle", idleConnections),
]
let chosen = CommandLine.arguments.dropFirst()
for benchmark in benchmarks where chosen.isEmpty || chosen.contains(benchmark.name) {
    try benchmark.run()
}
exit(failures == 0 ? 0 : 1)
