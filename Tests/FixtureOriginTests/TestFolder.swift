import FixtureOrigin
import FoundationEssentials
import Glibc
import LinkModel
import Scenarios

/// A folder with a small asset in it, deleted with the value.
final class TestFolder: Sendable {
    let path: String

    static let playlist = Array(
        ("#EXTM3U\n" + String(repeating: "#EXTINF:4.0,\nsegment.ts\n", count: 200)).utf8)
    /// Longer than a few chunks, not a multiple of one.
    static let segmentLength = 300_001

    static let catalog = AssetCatalog(
        id: "small", title: "Small", multivariantPlaylist: "index.m3u8",
        streams: [
            .init(
                id: "v1", kind: .video, playlist: "v1/index.m3u8",
                segments: (1...5).map {
                    .init(path: "v1/\($0).ts", length: segmentLength, seconds: 4)
                })
        ],
        variants: [.init(stream: "v1", peakBitRate: 600_000)])

    private static let segments = (1...5).map { number in
        var random = StableRandom(seed: UInt64(number))
        return (0..<segmentLength).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// The bytes of segment `number`, counted from 1.
    static func segment(_ number: Int) -> [UInt8] {
        segments[number - 1]
    }

    init() throws {
        var template = Array(
            "\(FileManager.default.temporaryDirectory.path())/origin.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw RawError(code: errno) }
        path = String(cString: made)
        mkdir("\(path)/v1", 0o755)
        try write(Array(try JSONEncoder().encode(Self.catalog)), to: "asset.json")
        try write(Self.playlist, to: "index.m3u8")
        try write(Self.playlist, to: "v1/index.m3u8")
        for number in 1...5 { try write(Self.segment(number), to: "v1/\(number).ts") }
    }

    deinit {
        // Nothing depends on the folder being gone.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }
}
