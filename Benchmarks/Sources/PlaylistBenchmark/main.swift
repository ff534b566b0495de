import Foundation
import HLSPlaylist

// Measures how fast playlists become values, and how much memory the values take.
//
//     PlaylistBenchmark                  all texts, each in a process of its own
//     PlaylistBenchmark NAME             one of them
//     PlaylistBenchmark --write FOLDER   the texts of the first two, for other parsers

struct Sample {
    var name: String
    var rounds: Int
    /// Values held at once while memory is measured.
    var copies: Int
    var text: () -> [UInt8]
}

let samples = [
    Sample(name: "day", rounds: 50, copies: 50) { PlaylistSamples.day() },
    Sample(name: "tag-rich", rounds: 50, copies: 50) { PlaylistSamples.tagRich() },
    Sample(name: "tag-rich-10MB", rounds: 5, copies: 5) { PlaylistSamples.tagRich(megabytes: 10) },
    Sample(name: "tag-rich-100MB", rounds: 2, copies: 1) {
        PlaylistSamples.tagRich(megabytes: 100)
    },
]

switch Array(CommandLine.arguments.dropFirst()) {
case []:
    for sample in samples {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [sample.name]
        try process.run()
        process.waitUntilExit()
    }
case let words where words.count == 2 && words[0] == "--write":
    for sample in samples.prefix(2) {
        let file = URL(filePath: words[1]).appending(path: "\(sample.name).m3u8")
        try Data(sample.text()).write(to: file)
    }
case let words:
    for sample in samples where words.contains(sample.name) { try measure(sample) }
}

func measure(_ sample: Sample) throws {
    let bytes = sample.text()
    let before = residentBytes()
    var kept = try (0..<sample.copies).map { _ in try Playlist(parsing: bytes) }
    // The copies share the text, which a single value would keep alive for itself.
    let memory = (residentBytes() - before) / sample.copies + bytes.count
    let checksum = kept.reduce(0) { $0 &+ visit($1) }
    kept = []
    var parsing = Duration.seconds(1_000)
    var visiting = Duration.seconds(1_000)
    for _ in 0..<sample.rounds {
        let clock = ContinuousClock()
        let start = clock.now
        let playlist = try Playlist(parsing: bytes)
        let parsed = clock.now
        precondition(visit(playlist) &* sample.copies == checksum, "every round reads the same")
        parsing = min(parsing, parsed - start)
        visiting = min(visiting, clock.now - start)
    }
    print(
        """
        HLSPlaylist, \(sample.name), \(bytes.count) bytes, best of \(sample.rounds):
          parsed                          \(rate(bytes.count, parsing)) MB/s
          parsed and every segment made   \(rate(bytes.count, visiting)) MB/s
          memory, text included           \(tenths(Double(memory) / Double(bytes.count))) bytes per byte
        """)
}

/// Makes every segment, with its strings, and reads its properties.
func visit(_ playlist: Playlist) -> Int {
    guard case .media(let media) = playlist else { return 0 }
    var sum = media.dateRanges.count
    for segment in media.segments {
        sum &+= segment.uri.utf8.count &+ Int(segment.duration.components.seconds)
        sum &+= segment.parts.count &+ segment.keys.count
        sum &+= segment.programDateTime?.text.utf8.count ?? 0
    }
    return sum
}

func rate(_ bytes: Int, _ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    return tenths(Double(bytes) / (Double(seconds) + Double(attoseconds) * 1e-18) / 1e6)
}

func tenths(_ number: Double) -> String {
    String((number * 10).rounded() / 10)
}

/// Second field of /proc/self/statm, in pages; 0 where there is no such file.
func residentBytes() -> Int {
    // Not on Linux: the line about memory then says as much as the text.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
